import { useQuery, useSuspenseQuery, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { StackRef } from '#contract/common.ts'
import { exportPlain, exportSelected } from '#domain/commands.ts'
import { fullName, parseFullName } from '#domain/stackName.ts'
import { editQueries, runImport } from '#src/api/edits.ts'
import { useWhyNot } from '#src/api/whyNot.ts'
import { sessionQueries } from '#src/api/session.ts'
import type { StateCheck } from '#src/features/editor/stateCheck.ts'
import { takeHandedOver } from '#src/lib/handOver.ts'
import { bytesText } from '#words/bytes.ts'
import { counted } from '#words/counts.ts'
import type { ChosenFile } from '#src/lib/droppedFiles.ts'
import { readText, UnreadableFile } from '#src/lib/fileText.ts'
import { paths } from '#src/lib/paths.ts'
import { useSettled } from '#src/lib/useSettled.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { CodeLine } from '#src/ui/CodeLine.tsx'
import { FileDrop } from '#src/ui/FileDrop.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { TerminalLines } from '#src/ui/TerminalLines.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { Checked } from './Checked.tsx'
import { PlanAndConfirm } from './PlanAndConfirm.tsx'
import { useStateCheck } from './useStateCheck.ts'

export const loader = (client: QueryClient) => () => client.ensureQueryData(sessionQueries.connect())

type Entered = { text: string; name: string }

/** Moves a stack here with its pending operations: the file, the stack's name, what changes, and the confirmation. */
export default function ImportPage() {
  const [entered, setEntered] = useState<Entered>()
  const [trouble, setTrouble] = useState<string>()
  const check = useStateCheck(entered?.text)
  const mayNot = useWhyNot('change')
  const read = ({ path, file }: Pick<ChosenFile, 'path' | 'file'>) => {
    readText(file).then(
      ({ text }) => {
        setTrouble(undefined)
        setEntered({ text, name: path })
      },
      (cause: unknown) =>
        setTrouble(cause instanceof UnreadableFile ? cause.message : 'This file could not be read: choose it again.'),
    )
  }
  useEffect(() => {
    const file = takeHandedOver()
    if (file) read({ path: file.name, file })
  }, [])
  return (
    <>
      <PageHeader title="Import a state" breadcrumbs={[{ to: paths.stacks(), label: 'Stacks' }]} />
      {mayNot !== undefined && (
        <Notice tone="attention" announce="none" title="You can look at the plan, but not import">
          {mayNot}
        </Notice>
      )}
      {!entered && (
        <>
          <p className="max-w-4xl text-muted">
            Moves a stack here from another backend. Unlike <Mono>pulumi stack import</Mono>, it keeps the pending
            operations of an interrupted update, creates the stack if it does not exist, and shows what changes before
            anything is written.
          </p>
          <FileDrop
            label="Choose a state file"
            hint="JSON, packed with gzip or not: an export, or a checkpoint file of a self-managed backend. It is sent to this server; nothing is written until you confirm."
            onFiles={([chosen]) => chosen && read(chosen)}
          />
          <WhereFrom />
        </>
      )}
      {trouble !== undefined && (
        <Notice tone="danger" title="The file cannot be used">
          {trouble}
        </Notice>
      )}
      {entered &&
        (isFine(check) ? (
          <Target key={entered.name} entered={entered} check={check} onAnother={() => setEntered(undefined)} />
        ) : (
          <FileCard entered={entered} check={check} onAnother={() => setEntered(undefined)} />
        ))}
    </>
  )
}

type FileProps = {
  entered: Entered
  check: StateCheck | undefined
  /** It cannot be imported, for another reason than its state: that is not called good. */
  isRefused?: boolean
  onAnother: () => void
}

/** The file, and whether its state is valid. */
const FileCard = ({ entered, check, isRefused = false, onAnother }: FileProps) => (
  <Card title="The file" level={2}>
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <div className="flex flex-wrap items-center gap-2">
        <span className="wrap-anywhere">
          {entered.name}, {bytesText(entered.text.length)}
        </span>
        <Button size="sm" onClick={onAnother}>
          Choose another file
        </Button>
      </div>
      {isFine(check) && isRefused ? (
        <span>
          {counted(check.entries, 'resource')}, {counted(check.pending, 'pending operation')}
        </span>
      ) : (
        <Checked check={check} />
      )}
      {isFine(check) && !isRefused && (
        <p className="text-sm text-muted">Whether these resources exist in the cloud is not checked.</p>
      )}
      {check?.ok && check.integrityErrors.length > 0 && (
        <p className="max-w-prose text-muted">
          An invalid state is not imported: repair it under <TextLink to={paths.open()}>Open a state file</TextLink>,
          which hands the result back to this page.
        </p>
      )}
    </div>
  </Card>
)

const WhereFrom = () => (
  <Card title="Get the file">
    <div className="flex flex-col gap-3">
      <TerminalLines
        lines={[
          '# In the project’s directory, signed in to the old backend. Make sure that no update is running there.',
          exportSelected('stack.json'),
          '# Or, if Pulumi’s service or another Holdfast encrypts its secrets:',
          exportPlain('stack.json'),
        ]}
      />
      <div className="grid gap-x-8 gap-y-3 lg:grid-cols-2">
        <p className="text-muted">
          With <Mono>--show-secrets</Mono> the file holds secrets in plain text: delete it afterwards. Holdfast encrypts
          them with the stack’s own key. Without <Mono>--show-secrets</Mono>, secrets under a passphrase or a cloud key
          stay as they are; those of another Pulumi service cannot be decrypted here, and are refused.
        </p>
        <p className="text-muted">
          If the old backend cannot be reached with the CLI, its checkpoint file{' '}
          <Mono>.pulumi/stacks/PROJECT/STACK.json</Mono> works, too.
        </p>
      </div>
    </div>
  </Card>
)

/** How an import is undone; `kept`: the version before it, if there is one. */
const WayBack = ({ kept, isNew }: { kept: number | undefined; isNew: boolean }) =>
  kept === undefined ? (
    <p>
      The import {isNew ? 'creates the stack and writes its first version' : 'writes the first state of the stack'}. To
      go back, delete the stack in its <em>Settings</em>, without destroying its resources: they keep running, and the
      old backend still has its copy of the state.
    </p>
  ) : (
    <p>
      The import writes a new version; version {kept} is kept. To go back, choose <em>Undo</em> on the next page, or
      later restore version {kept} under <em>Versions</em>. This restores only the state, not what an update changed in
      the cloud since.
    </p>
  )

type Fine = Extract<StateCheck, { ok: true }>

const isFine = (check: StateCheck | undefined): check is Fine =>
  check?.ok === true && check.integrityErrors.length === 0

/** Problems that an export with the secrets in plain text does not have. */
const NEEDS_PLAIN = ['noProvider', 'ciphertext', 'mixedSecrets']

/** Asks for the stack, shows the plan, and imports. */
function Target({ entered, check, onAnother }: { entered: Entered; check: Fine; onAnother: () => void }) {
  const { stack: from } = check
  const { data: connect } = useSuspenseQuery(sessionQueries.connect())
  const [name, setName] = useState(from ? fullName({ org: connect.organization, ...from }) : '')
  const [isRenamed, setRenamed] = useState(false)
  const [turn, setTurn] = useState(() => Date.now())
  const named = parseFullName(useSettled(name, 400))
  const mayNot = useWhyNot('change', named && { ref: named })
  const isOther = named !== undefined && from !== null && (from.project !== named.project || from.stack !== named.stack)
  const body = { text: entered.text, rename: isOther && isRenamed }
  const isAsked = named !== undefined && parseFullName(name) !== undefined && (!isOther || isRenamed)
  const stack: StackRef = named ?? { org: '', project: '', stack: '' }
  const plan = useQuery({ ...editQueries.importPlan(stack, turn, body), enabled: isAsked })
  const isReplacing = plan.data !== undefined && plan.data.basis.hash !== ''
  return (
    <>
      <FileCard {...{ entered, check, onAnother }} isRefused={isAsked && plan.data?.isPossible === false} />
      <Card title="The stack" level={2}>
        <div className="flex flex-col gap-3">
          <TextField
            label="Import as the stack"
            hint="organization/project/stack. Keep the names of project and stack: they are in every URN and in your program."
            error={name === '' || parseFullName(name) ? undefined : 'Use organization/project/stack.'}
            value={name}
            onChange={setName}
            mono
            className="max-w-96"
          />
          {isOther && from && (
            <Checkbox
              label={`Rename ${from.project}/${from.stack} to ${stack.project}/${stack.stack} in the state`}
              hint={
                from.project === stack.project
                  ? 'Every URN is rewritten.'
                  : 'Every URN is rewritten. Set the new name of the project in Pulumi.yaml, too.'
              }
              checked={isRenamed}
              onChange={setRenamed}
            />
          )}
          {plan.data?.isPossible && isAsked && (
            <p role="status">
              {plan.data.isNew
                ? `${fullName(stack)} does not exist yet, and ${mayNot === undefined ? 'will' : 'would'} be created.`
                : plan.data.basis.hash === ''
                  ? `${fullName(stack)} has no state yet.`
                  : `${fullName(stack)} has a state, version ${plan.data.basis.version}.`}
            </p>
          )}
        </div>
      </Card>
      {plan.data?.isPossible && isAsked && isReplacing && (
        <Notice tone="danger" title={`This replaces the state of ${stack.project}/${stack.stack}`}>
          {plan.data.loss.length === 0 ? (
            'No cloud resource would leave the state.'
          ) : (
            <ul className="flex flex-col gap-0.5">
              {plan.data.loss.map((sentence) => (
                <li key={sentence} className="wrap-anywhere first:font-semibold">
                  {sentence}
                </li>
              ))}
            </ul>
          )}
        </Notice>
      )}
      <PlanAndConfirm
        stack={stack}
        plan={plan}
        isAsked={isAsked}
        isFirst={!isReplacing}
        imports={{
          isReplacing,
          verb: plan.data?.isNew ? `Create ${stack.project}/${stack.stack} from this file` : undefined,
          wayBack: (
            <WayBack kept={isReplacing ? plan.data?.basis.version : undefined} isNew={plan.data?.isNew === true} />
          ),
        }}
        blocked={undefined}
        run={
          mayNot === undefined
            ? (confirmation) => runImport(stack, { ...body, basis: plan.data?.basis ?? null, ...confirmation })
            : undefined
        }
        onReview={() => setTurn(Date.now())}
      />
      {isAsked && plan.data?.problems.some(({ code }) => NEEDS_PLAIN.includes(code)) && (
        <div className="flex flex-col gap-2">
          <p>
            In the project’s directory, signed in to the old backend
            {from && ` and with ${from.project}/${from.stack} selected`}, export it again with its secrets:
          </p>
          <CodeLine code={exportPlain('stack.json')} />
          <p>Choose that file above. It has the secrets in plain text: delete it after the import.</p>
        </div>
      )}
    </>
  )
}
