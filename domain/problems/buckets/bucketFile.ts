import { UPGRADE_BACKEND } from '#domain/commands.ts'
import type { KnownProblem } from '../problem.ts'

export const bucketFile: KnownProblem = {
  id: 'bucket-file',
  group: 'buckets',
  order: 2,
  title: 'A checkpoint file is missing, truncated or in the old layout',
  words: 'bak attrs meta.yaml legacy upgrade',
  recoveries: ['restore-checkpoint', 'upgrade-backend'],
  docs: {
    documented: 'Copy files by guess',
    does: 'Shows the copies in order, with age and difference; gives the commands',
    refuses: 'To change the folder itself',
  },
  sees: [
    { says: 'failed to load checkpoint: unexpected end of JSON input', when: 'the file is truncated' },
    { says: 'failed to load checkpoint: NoSuchKey', when: 'the file is missing' },
    { says: 'failed to load checkpoint: EOF', when: 'the .attrs file beside it is empty' },
    { says: 'corrupt store: missing version in .pulumi/meta.yaml', when: 'meta.yaml; stops every command' },
  ],
  means: 'A file of the backend can’t be read. There are up to four copies of it.',
  first: {
    say: 'Copy the whole .pulumi folder before anything writes: .bak is only one write older.',
    run: () => ['cp -a PATH-TO-BACKEND/.pulumi pulumi-before', '# or: aws s3 sync s3://BUCKET/.pulumi pulumi-before'],
  },
  causes: [
    {
      cause: 'The checkpoint is truncated',
      sign: 'unexpected end of JSON input',
      so: '.bak, then the newest of backups, then of history',
    },
    { cause: 'The checkpoint is missing', sign: 'not found, and .bak is there', so: 'Copy .bak to its place' },
    { cause: 'The sidecar is broken (file://)', sign: '.attrs is empty or not JSON', so: 'Remove that .attrs only' },
    {
      cause: 'Two compressions of one stack',
      sign: 'X.json and X.json.gz',
      so: 'The newest is the stack; keep the other elsewhere',
    },
    { cause: 'meta.yaml is broken', sign: 'corrupt store', so: 'It must read: version: 1' },
    {
      cause: 'The old layout',
      sign: 'stacks without a project’s folder',
      so: 'The upgrade below, while no one else is working',
    },
  ],
  steps: [
    { say: 'Drop the folder on “Open a state file”: every copy with its age and what differs, and the commands.' },
    { say: 'The upgrade of the layout, alone:', run: () => [UPGRADE_BACKEND] },
    { say: 'Drop the folder again to check the repair.' },
  ],
  never: [
    { what: 'pulumi stack rm and a new stack', why: 'the history is removed, and every resource is untracked' },
    { what: 'an update before the copy was made', why: 'the first write replaces .bak' },
  ],
  here: 'Everything is read in this browser; nothing of the folder is sent.',
  errors: [
    {
      id: 'checkpoint-unreadable',
      fragments: ['failed to load checkpoint:'],
      title: 'The state file can’t be read',
      meaning: 'The checkpoint file is missing, truncated, or has broken attributes.',
      recoveries: ['restore-checkpoint'],
      advice: 'Before you write anything, compare it with .bak, the newest backup and the newest history entry.',
      where: 'self-managed backends',
    },
    {
      id: 'corrupt-store',
      fragments: [
        'corrupt store: unmarshal',
        'corrupt store: missing version in',
        "state store unsupported: 'meta.yaml' version",
      ],
      title: 'The description of the backend is broken',
      meaning: 'The file meta.yaml can’t be read, or has an unknown version.',
      recoveries: ['restore-checkpoint'],
      advice: 'It should read: version: 1. The states next to it are not affected.',
      where: 'self-managed backends',
    },
    {
      id: 'legacy-layout',
      fragments: [
        { says: 'Found legacy stack files in state store', when: 'the old layout; an error since CLI 3.257' },
        'Legacy DIY state is deprecated',
      ],
      title: 'The backend has the old layout without projects',
      meaning: 'All stacks are in one flat folder; since 3.257 that is an error.',
      recoveries: ['upgrade-backend'],
      advice: `While no one else is working: ${UPGRADE_BACKEND}. Without the variable it fails with this same error.`,
      where: 'self-managed backends',
    },
  ],
}
