import { preview, refreshPreview } from '#domain/commands.ts'
import { copyFirst, type KnownProblem, pulumi } from '../problem.ts'

export const editState: KnownProblem = {
  id: 'edit-state',
  group: 'state',
  order: 2,
  title: 'Editing the state by hand',
  words: 'export import force json state delete rename move',
  recoveries: ['restore-version', 'rewrite-foreign-state', 'fix-entry', 'fix-references'],
  stackHealth: ['broken'],
  docs: {
    documented: 'Export, edit, `import --force`',
    does: 'Specific edits with their effect; a form and a text, checked while you type; files checked in the browser',
    refuses: 'To edit a state that has changed since it was read',
  },
  sees: [
    { sees: 'Instructions that say: export, edit the JSON, import' },

    { says: 'magic cookie mismatch; possible tampering/corruption detected', when: 'the manifest was changed' },
  ],
  means:
    'There is a safer way for nearly every manual edit. A removed entry leaves its resource running, billed and untracked.',
  first: { say: 'Keep a copy of the state, then use the most specific tool.', run: copyFirst },
  causes: [
    { cause: 'Stop tracking a resource', sign: 'without deleting it', so: 'pulumi state delete' },
    { cause: 'Another name', sign: 'without replacing it', so: 'pulumi state rename, or an alias in the program' },
    { cause: 'Another stack', sign: 'with all that depends on it', so: 'pulumi state move' },
    { cause: 'Protection', sign: 'it blocks a delete', so: 'pulumi state unprotect' },
    { cause: 'A broken state', sign: 'commands refuse it', so: 'Recover, or pulumi state repair' },
  ],
  steps: [
    {
      say: 'The commands for it:',
      run: (stack) => [
        pulumi(stack, "state delete 'URN'"),
        pulumi(stack, "state rename 'URN' 'NEW-NAME'"),
        pulumi(stack, "state unprotect 'URN'"),
      ],
    },
    {
      say: 'By file, as a last resort: check the file here first, then import it without --force.',
      run: (stack) => [pulumi(stack, 'stack import --file edited.json')],
    },
    {
      say: 'Then compare with the cloud.',
      run: (stack) => ['# Writes nothing.', refreshPreview(stack), preview(stack)],
    },
  ],
  never: [
    { what: 'stack import --force', why: 'it skips the check that would have caught a wrong edit' },
    { what: 'stack import while anything is pending', why: 'every pending operation is dropped, checked or not' },
    {
      what: 'importing a file of another stack',
      why: 'its entries have other names, and its secrets use another key',
    },
  ],
  here: '“Open a state file” checks, repairs and compares a file. Versions keeps every earlier state; a write here can be undone.',
  errors: [
    {
      id: 'edit-would-break',
      fragments: [{ says: 'state edit produced an invalid snapshot', when: 'a state command; nothing was written' }],
      title: 'A state command would have broken the state',
      meaning: 'Its result would be invalid; nothing was written.',
      recoveries: ['fix-references'],
      advice: 'Make the edit here: you see first which references would dangle.',
      where: 'pulumi state delete, rename and the like',
    },
    {
      id: 'foreign-stack',
      fragments: [
        { says: "resource '{urn}' is from a different stack ({x} != {stack})", when: 'import of another stack’s file' },
        'is from a different stack (',
      ],
      title: 'The file is the state of another stack',
      meaning: 'Its URNs name another stack than the one it is imported into.',
      recoveries: ['rewrite-foreign-state'],
      advice: 'Check that it is the right file. If it is, have its URNs rewritten.',
      where: 'pulumi stack import',
    },
    {
      id: 'magic',
      fragments: ['magic cookie mismatch'],
      title: 'The manifest’s checksum is wrong',
      meaning: 'Someone edited the version in the manifest, or two files were merged.',
      recoveries: ['fix-entry'],
      advice: 'Have it recomputed, and check what else was edited.',
      where: 'reading or writing a state',
    },
  ],
}
