// The linter's settings: the table of arrows, and the few rules that types cannot hold.
import { tests } from './arrows.js'
import { arrowOverrides, hostFiles } from './restrictions.js'

const NOT_IN_RULES = 'Rules are pure functions: no clock, no chance, no I/O. What they need is an argument.'
const NOT_IN_SERVICE = 'The service also runs in a page: what it needs of the machine comes in through Deps.'
const ONLY_API = 'Only src/api talks to the service.'
const NOT_IN_PAGE = 'There is none in a page.'

const RULES_LACK = ['fetch', 'process', 'Buffer', 'setTimeout', 'setInterval', 'window', 'document', 'localStorage']

const rules = {
  'no-console': 'error',
  eqeqeq: ['error', 'smart'],
  'no-var': 'error',
  'prefer-const': 'error',
  'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }],
  'typescript/no-explicit-any': 'error',
  'typescript/consistent-type-imports': 'error',
  'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
  'typescript/only-throw-error': 'error',
  'typescript/switch-exhaustiveness-check': 'error',
  'react/rules-of-hooks': 'error',
  'react/exhaustive-deps': 'error',
  'jsx-a11y/prefer-tag-over-role': 'off',
  'jsx-a11y/no-noninteractive-tabindex': ['error', { tags: [], roles: ['tabpanel', 'region', 'group'] }],
  'import/no-default-export': 'error',
  'import/no-cycle': ['error', { ignoreTypes: false }],
  'oxc/no-barrel-file': ['error', { threshold: 0 }],
  'vitest/no-focused-tests': 'error',
  // The other names are helpers that assert, each in the file of its tests.
  'vitest/expect-expect': [
    'error',
    { assertFunctionNames: ['expect', 'expectBounded', 'expectMatrix', 'expectNone', 'attack', 'fuzz'] },
  ],
  'vitest/valid-expect': ['error', { maxArgs: 2 }],
  'vitest/require-mock-type-parameters': 'off',
  'typescript/unbound-method': 'off',
  'typescript/require-array-sort-compare': ['error', { ignoreStringArrays: true }],
  'react/incompatible-library': 'off',
}

/** What exists only on one side, and must not be used on the other. A later row replaces an earlier one. */
const globals = [
  noGlobals(['words/**', 'contract/**', 'domain/**'], NOT_IN_RULES, RULES_LACK),
  noGlobals(['server/**'], NOT_IN_SERVICE, ['process', 'Buffer', 'window', 'document', 'localStorage', 'fetch']),
  { files: hostFiles, rules: { 'no-restricted-globals': 'off' } },
  noGlobals(['src/**'], ONLY_API, ['fetch', 'EventSource', 'XMLHttpRequest', 'process', 'Buffer']),
  noGlobals(['src/api/**'], NOT_IN_PAGE, ['process', 'Buffer']),
]

const noClock = {
  files: ['words/**', 'domain/**'],
  rules: {
    'no-restricted-properties': [
      'error',
      ...[
        { object: 'Date', property: 'now' },
        { object: 'performance', property: 'now' },
        { object: 'Math', property: 'random' },
      ].map((one) => ({ ...one, message: NOT_IN_RULES })),
    ],
  },
}

const ONLY_CORE = 'The console’s API parses, calls and presents: what it does is in server/core.'
const noWrites = {
  files: ['server/ui/**'],
  rules: { 'no-restricted-properties': ['error', { property: 'write', message: ONLY_CORE }] },
}

const exceptions = [
  { files: tests, rules: { 'no-restricted-globals': 'off', 'no-restricted-properties': 'off' } },
  { files: ['src/pages/**/*.tsx', '*.config.ts'], rules: { 'import/no-default-export': 'off' } },
  { files: ['scripts/**', 'bench/**', 'server/admin/**', 'e2e/**'], rules: { 'no-console': 'off' } },
  {
    // The graph and its outline share one keyboard model (a treegrid with roving focus); axe judges the finished pages.
    files: ['src/features/graph/**', 'src/features/resources/**', 'src/pages/graph/**'],
    rules: {
      'jsx-a11y/click-events-have-key-events': 'off',
      'jsx-a11y/no-static-element-interactions': 'off',
      'jsx-a11y/interactive-supports-focus': 'off',
    },
  },
  {
    files: ['{words,contract,domain,server,mocks,testing,bench,e2e,scripts}/**'],
    rules: { 'react/rules-of-hooks': 'off' },
  },
]

export const settings = {
  $schema: './node_modules/oxlint/configuration_schema.json',
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'vitest'],
  options: { typeAware: true, reportUnusedDisableDirectives: 'error', denyWarnings: true },
  categories: { correctness: 'error' },
  rules,
  overrides: [...arrowOverrides(), ...globals, noClock, noWrites, ...exceptions],
  ignorePatterns: ['dist/**', 'public/mockServiceWorker.js'],
}

/**
 * @param {string[]} files
 * @param {string} message
 * @param {string[]} names
 */
function noGlobals(files, message, names) {
  const refused = names.map((name) => ({ name, message }))
  return { files, rules: { 'no-restricted-globals': ['error', { globals: refused, checkGlobalObject: true }] } }
}
