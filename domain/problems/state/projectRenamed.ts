import { preview } from '#domain/commands.ts'
import { cliName, inProject } from '#domain/stackName.ts'
import { shell } from '#domain/shell.ts'
import { copyFirst, type KnownProblem, pulumi } from '../problem.ts'

export const projectRenamed: KnownProblem = {
  id: 'project-renamed',
  group: 'state',
  order: 3,
  title: 'The project or the stack was renamed',
  words: 'Pulumi.yaml name urn everything replaced',
  recoveries: ['rename-stack', 'rewrite-foreign-state'],
  docs: {
    documented: 'Edit every URN',
    does: 'Renames, and keeps secrets and history',
    refuses: 'To advise an update while the names differ',
  },
  sees: [{ sees: 'A preview deletes and recreates every resource' }],
  means: 'The project and stack names are part of every URN. With another name, every resource looks new.',
  first: {
    say: 'Don’t run up. Was the name in Pulumi.yaml changed by mistake? Change it back, and preview.',
    run: (stack) => [preview(stack)],
  },
  causes: [
    { cause: 'Changed by mistake', sign: 'git log shows a new name in Pulumi.yaml', so: 'Change it back' },
    {
      cause: 'It is wanted',
      sign: 'The project should have another name',
      so: 'Rename the stack along with it, as below',
    },
    {
      cause: 'A file of another stack was imported',
      sign: 'Some URNs in the state are of another stack',
      so: 'Restore the version before',
    },
  ],
  steps: [
    {
      say: 'Rename the stack: this rewrites all names in the state. Change Pulumi.yaml at the same time.',
      run: (stack) => [
        ...copyFirst(stack),
        pulumi(stack, shell`stack rename ${cliName(inProject(stack, 'NEW-PROJECT'))}`),
      ],
    },
    {
      say: 'Then a preview must create and delete nothing.',
      run: (stack) => [preview(inProject(stack, 'NEW-PROJECT'))],
    },
  ],
  never: [{ what: 'pulumi up', why: 'it creates everything again and deletes the old, databases included' }],
  here: 'A rename goes through the service: names in the state and the stack’s secrets follow, and the history stays.',
  errors: [
    {
      id: 'project-name',
      fragments: [{ says: 'provided project name "{x}" doesn\'t match Pulumi.yaml', when: 'any command' }],
      title: 'Pulumi.yaml has another project name',
      meaning: 'The name in Pulumi.yaml is not the project of the stack that was named.',
      recoveries: ['rename-stack'],
      advice: 'Change the name back, or rename the stack into the new project. Don’t run pulumi up in between.',
      where: 'any command',
    },
    {
      id: 'all-replaced',
      fragments: ['+ {n} to create … - {deleted} to delete'],
      title: 'Every resource would be created and deleted',
      meaning: 'After a change of the project or stack name, every resource looks new and the old ones look unwanted.',
      recoveries: ['rename-stack'],
      advice: 'Don’t run this update if a name was changed: rename the stack instead.',
      where: 'pulumi preview',
      check: ({ n, deleted }: Readonly<Record<string, string>>) => n === deleted && Number(n) > 1,
    },
  ],
}
