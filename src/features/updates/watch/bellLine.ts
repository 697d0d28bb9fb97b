/** A line of the bell's menu: on a phone it is as wide as the window. */
export const BELL_LINE = 'flex w-64 max-w-full flex-col py-0.5 max-sm:w-screen'
