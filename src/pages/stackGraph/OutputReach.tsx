import { useSearchParams } from 'react-router'
import type { StackRef } from '#contract/common.ts'
import type { StackGraph, StackReaders } from '#contract/stackGraph.ts'
import { fullName } from '#domain/stackName.ts'
import { urnName } from '#domain/state/urn.ts'
import { paths } from '#src/lib/paths.ts'
import { SelectField } from '#src/ui/SelectField.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { counted, list, number } from '#words/counts.ts'
import { visibleText } from '#words/visible.ts'
import { type Links, reachOf } from './stackPicture.ts'

type Props = { graph: StackGraph; links: Links; index: number; readers: StackReaders }

/** The blast radius of one output, which is chosen here: the address has it. */
export function OutputReach(props: Props) {
  const { outputs, readers } = props.readers
  const [search, setSearch] = useSearchParams()
  const names = [
    ...new Set([...outputs, ...readers.flatMap(({ uses }) => uses.map(({ output }) => output))]),
  ].toSorted()
  const output = names.find((name) => name === search.get('output'))
  if (names.length === 0) return <span>It has no outputs.</span>
  const choose = (name: string) => {
    const next = new URLSearchParams(search)
    if (name === '') next.delete('output')
    else next.set('output', name)
    setSearch(next, { replace: true, preventScrollReset: true })
  }
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="w-72 max-w-full">
        <SelectField
          label="Output"
          hideLabel
          value={output ?? ''}
          options={[
            { value: '', label: `One of ${counted(names.length, 'output')} …` },
            ...names.map((name) => ({ value: name, label: visibleText(name) })),
          ]}
          onChange={choose}
        />
      </div>
      {output !== undefined && <Reach {...props} output={output} />}
    </div>
  )
}

/** The resources that use the output in other stacks, the stacks that read those, and what is not known. */
function Reach({ graph, links, index, readers: { readers, unreadCount }, output }: Props & { output: string }) {
  const users = readers.flatMap(({ ref, uses }) => {
    const use = uses.find((each) => each.output === output)
    return use ? [{ ref, ...use }] : []
  })
  const direct = new Set(users.map(({ ref }) => graph.stacks.findIndex((each) => fullName(each.ref) === fullName(ref))))
  const further = new Set([...direct].flatMap((reader) => reachOf(links, reader)))
  for (const each of [...direct, index]) further.delete(each)
  const unsure = readers.filter(({ isKnown, unmatched }) => !isKnown || unmatched.count > 0)
  const cut = readers.filter(({ isCut }) => isCut)
  const resourceCount = users.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <p role="status">
        {users.length === 0
          ? `No resource of a reader is known to use ${visibleText(output)}.`
          : `${visibleText(output)} is used by ${counted(resourceCount, 'resource')} in ${counted(users.length, 'stack')}.`}
        {further.size > 0 && ` ${counted(further.size, 'more stack')} may be affected by way of these.`}
      </p>
      {users.length > 0 && (
        <ul aria-label={`Users of ${visibleText(output)}`} className="flex flex-col gap-1">
          {users.map(({ ref, urns, count }) => (
            <li key={fullName(ref)} className="flex flex-wrap items-baseline gap-x-3">
              <TextLink to={reachPath(ref, urns)}>Blast radius in {fullName(ref)}</TextLink>
              <span className="wrap-anywhere text-muted">
                {urns.slice(0, NAMED).map(urnName).join(', ')}
                {count > NAMED && ` and ${number(count - NAMED)} more`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {unsure.length > 0 && (
        <p className="max-w-prose text-sm text-muted">
          Not known of {list(unsure.map(({ ref }) => fullName(ref)))}: the values that were read are secret, were
          changed by the program, or are not in the state.
        </p>
      )}
      {cut.length > 0 && (
        <p className="max-w-prose text-sm text-muted">
          More resources may use it in {list(cut.map(({ ref }) => fullName(ref)))}: too many values to compare all of
          them.
        </p>
      )}
      {unreadCount > 0 && <p className="text-sm text-muted">{counted(unreadCount, 'more reader')} not looked at.</p>}
    </>
  )
}

const NAMED = 5

/** Resources in an address; more of them would make it too long for some browsers. */
const MAX_ROOTS = 25

const reachPath = (ref: StackRef, urns: readonly string[]): string =>
  paths.graph(ref, { view: 'reach', focus: urns.slice(0, MAX_ROOTS) })
