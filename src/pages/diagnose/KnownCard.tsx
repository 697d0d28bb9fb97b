import { useQuery } from '@tanstack/react-query'
import type { StackRef } from '#contract/common.ts'
import type { NamedResource } from '#domain/errorDictionary/namedResource.ts'
import type { Recognised } from '#domain/errorDictionary/recogniseErrors.ts'
import { catalogue as problems } from '#domain/problems/catalogue.ts'
import { problemsFor } from '#domain/problems/find.ts'
import { catalogue } from '#domain/recoveries/catalogue.ts'
import { firstCommands } from '#domain/recoveries/firstCommands.ts'
import { fullName } from '#domain/stackName.ts'
import { PLACEHOLDER } from '#src/features/diagnose/chosenStack.ts'
import { resourceQueries } from '#src/api/resources.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { KeyValue } from '#src/ui/KeyValue.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { TerminalLines } from '#src/ui/TerminalLines.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { firstOf, list, number, plural } from '#words/counts.ts'
import { visibleText } from '#words/visible.ts'

type Props = {
  known: Recognised
  /** The stack as chosen, or as named in the text; undefined if neither. */
  stack: StackRef | undefined
  /** The stack exists on this server. */
  isHere: boolean
}

/** The resources named in the text. */
const words: Readonly<Record<string, string>> = { stack: 'Stack', urn: 'Resource', version: 'Version' }

/** One message: its meaning, its cause, and what to do about it here. */
export function KnownCard({ known, stack, isHere }: Props) {
  const { title, fragment, meaning, advice, recoveries, commands, where, problem, count, places, found } = known
  const resources = namedIn(places)
  const named = Object.entries(found).filter(([name, value]) => name in words && value !== '')
  const lines = [
    ...new Set(
      [...recoveries.map((recovery) => catalogue[recovery].commands), ...(commands ? [commands] : [])].flatMap(
        (which) => firstCommands(which, stack ?? PLACEHOLDER, resources),
      ),
    ),
  ]
  const pending = usePending(commands === 'import' && isHere ? stack : undefined, resources)
  const about = problems.find(({ id }) => id === problem)
  return (
    <Card
      level={2}
      title={<span className="wrap-anywhere">{title}</span>}
      actions={
        stack && isHere && recoveries.length > 0 ? (
          <LinkButton to={paths.recover(stack)} size="sm" look="primary">
            Recover {stack.stack}
          </LinkButton>
        ) : undefined
      }
    >
      <div className="flex flex-col gap-3">
        <p className="max-w-prose">{meaning}</p>
        {advice && <p className="max-w-prose">{advice}</p>}
        <p className="text-sm text-muted">
          Matched line {number(places[0]?.line ?? 0)}
          {count > 1 && ` (${number(count)}×)`}: <Mono className="wrap-anywhere">{fragment}</Mono> · from{' '}
          {provider(resources) ?? where}
        </p>
        {named.length > 0 && (
          <KeyValue items={named.map(([name, value]) => ({ label: words[name], value: <Mono>{value}</Mono> }))} />
        )}
        {recoveries.length > 0 && (
          <ul aria-label="Recovery tools" className="flex flex-col gap-1">
            {recoveries.map((recovery) => (
              <li key={recovery}>
                <TextLink to={wayOut(recovery, stack, isHere)}>{catalogue[recovery].title}</TextLink>
              </li>
            ))}
          </ul>
        )}
        {stack && pending && <PendingFirst stack={stack} resources={resources} pending={pending} />}
        {lines.length > 0 && !pending?.isAmongThem && (
          <>
            {!stack && (
              <p className="text-sm text-muted">Put your stack’s name in place of ORGANIZATION/PROJECT/STACK.</p>
            )}
            <TerminalLines lines={lines} />
          </>
        )}
        {about && (
          <p>
            <TextLink to={paths.problem(about.id, { stack: stack && fullName(stack) })}>
              How to distinguish the causes: {about.title}
            </TextLink>
          </p>
        )}
      </div>
    </Card>
  )
}

/** Commands are for this many resources at most. */
const MAX_NAMED = 10

/** The resources that the messages are about, each once. */
function namedIn(places: Recognised['places']): NamedResource[] {
  const resources = places.flatMap(({ resource }) => resource ?? [])
  return [...new Map(resources.map((each) => [`${each.type} ${each.name}`, each])).values()].slice(0, MAX_NAMED)
}

/** The provider of the resources, and their names. */
function provider(resources: readonly NamedResource[]): string | undefined {
  const packages = new Set(resources.map(({ type }) => type.split(':', 1)[0] ?? ''))
  const [name, ...others] = packages
  return name === undefined || others.length > 0
    ? undefined
    : `the ${name} provider, about ${list(resources.map((each) => visibleText(each.name)))}`
}

/** Names in a sentence are at most this many. */
const MAX_IN_SENTENCE = 5

const inSentence = (names: readonly string[]): string => firstOf(names.map(visibleText), MAX_IN_SENTENCE)

type Pending = {
  count: number
  /** The resources of the operations; undefined until they are known. */
  names: string[] | undefined
  /** A resource of the log is among them. */
  isAmongThem: boolean
}

/** The operations of a stack with an unknown outcome; undefined without any, and without a stack. */
function usePending(stack: StackRef | undefined, resources: readonly NamedResource[]): Pending | undefined {
  const { data } = useQuery({ ...stackQueries.detail(stack ?? PLACEHOLDER), enabled: stack !== undefined })
  const count = stack === undefined ? 0 : (data?.pendingCount ?? 0)
  const notes = useQuery({ ...resourceQueries.graphNotes(stack ?? PLACEHOLDER), enabled: count > 0 })
  if (count === 0) return undefined
  const operations = notes.data?.pending
  return {
    count,
    names: operations && [...new Set(operations.map(({ name }) => name))],
    isAmongThem:
      operations?.some(({ name, resourceType }) =>
        resources.some((resource) => resource.name === name && resource.type === resourceType),
      ) ?? false,
  }
}

/** An operation without an outcome may have created what an import would bring in: it has to be resolved first. */
const PendingFirst = ({
  stack,
  resources,
  pending: { count, names, isAmongThem },
}: {
  stack: StackRef
  resources: readonly NamedResource[]
  pending: Pending
}) => (
  <Notice
    tone="attention"
    title={
      isAmongThem
        ? 'The interrupted update may have created this resource'
        : `Before an import, resolve the ${plural(count, 'operation', `${number(count)} operations`)} with an unknown outcome`
    }
  >
    {isAmongThem || names === undefined || resources.length === 0
      ? 'If the interrupted update created the resource, its recovery brings it into the state, not an import.'
      : `${plural(count, 'It is', 'They are')} about ${inSentence(names)}, not about ${inSentence(resources.map(({ name }) => name))}.`}{' '}
    <TextLink to={paths.recover(stack)}>Open its recovery</TextLink>
  </Notice>
)

/** The stack's own page if it exists here, else the page about the problem. */
function wayOut(recovery: string, stack: StackRef | undefined, isHere: boolean): string {
  if (stack && isHere) return paths.recover(stack)
  const [problem] = problemsFor(recovery)
  return problem ? paths.problem(problem.id, { stack: stack && fullName(stack) }) : paths.diagnose()
}
