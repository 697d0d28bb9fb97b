/** A migration as a release after this one would append it: a column with a default, and an index on it. */
export const LATER_MIGRATION = {
  name: 'colour of a stack',
  statements: () => [
    `alter table "stacks" add column "colour" text not null default 'green'`,
    'create index "stacksByColour" on "stacks" ("colour")',
  ],
}
