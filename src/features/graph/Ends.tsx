/**
 * Where lines may end. Lines bring their own way, but React Flow measures each node once it is mounted and draws no line to a
 * node in which it finds no handle; these are what it looks for, without the listeners of real handles.
 */
export const Ends = () => (
  <>
    <i className="source absolute top-1/2 right-0 size-px" data-handlepos="right" />
    <i className="target absolute top-1/2 left-0 size-px" data-handlepos="left" />
  </>
)
