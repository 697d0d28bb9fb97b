import type { Page } from '@playwright/test'

const SOON = { timeout: 10_000 }

/** Selects the first row whose name matches. */
export const opensRow = (name: RegExp) => (page: Page) => page.getByRole('row', { name }).first().click(SOON)

export const opensDialog = (key: string) => async (page: Page) => {
  await page.keyboard.press(key)
  await page.getByRole('dialog').waitFor(SOON)
}

/** Opens the palette and types a query. */
export const searches = (query: string) => async (page: Page) => {
  await opensDialog('Control+k')(page)
  await page.getByRole('combobox', { name: 'Search or go to' }).fill(query, SOON)
  await page.getByRole('option').first().waitFor(SOON)
}

/** Asks for the stack of an action, in the second step of the palette. */
export const asksForStack = (action: string) => async (page: Page) => {
  await searches(action)(page)
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Which stack' }).waitFor(SOON)
}

export const opensMenu = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name }).click(SOON)
  await page.getByRole('menu').waitFor(SOON)
}

/** Opens the newest preview from the list of runs. */
export async function opensPreview(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /^Preview/ })
    .first()
    .click(SOON)
  await page.getByText('A preview: it changed nothing').waitFor(SOON)
}

export const opensHistory = (page: Page) => page.getByText('Lease history').click(SOON)

/** Reads the copies of a state in its backend. */
export async function readsCopies(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Read the copies in the backend' }).click(SOON)
  await page.getByRole('button', { name: 'Read the copies again' }).waitFor(SOON)
}

/** Asks which version was current at a time. */
export async function asksForATime(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Restore by time…' }).click(SOON)
  await page.getByLabel('When').fill('yesterday 18:00', SOON)
  await page
    .getByRole('dialog')
    .getByText(/^On |^Nothing was deployed/)
    .waitFor(SOON)
}

/** Chooses the stack to move to. */
export async function choosesDestination(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Choose a stack' }).click(SOON)
  await page
    .getByRole('option', { name: /website/ })
    .first()
    .click(SOON)
  await page
    .getByRole('region', { name: /^What changes in / })
    .last()
    .waitFor(SOON)
}

/** Allows the step that waits. */
export async function allowsStep(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Allow' }).click(SOON)
  await page.getByText(/^You allowed/).waitFor(SOON)
  await page.getByText('Succeeded').first().waitFor(SOON)
}

/** Wants to refuse without a reason. */
export const refusesWithoutReason = (page: Page) =>
  page.getByRole('button', { name: 'Refuse' }).click({ ...SOON, force: true })

/** Chooses all steps that wait, and opens the details of one. */
export async function choosesSteps(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /^Choose all/ }).click(SOON)
  await page.getByRole('button', { name: 'Details of books', exact: true }).click(SOON)
}

/** Chooses two of several steps that wait for approval. */
export async function choosesSome(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Delete statements' }).click(SOON)
  await page.getByRole('checkbox', { name: 'Delete books-logs' }).click(SOON)
}

/** Allows them: the others still wait. */
export async function allowsSome(page: Page): Promise<void> {
  await choosesSome(page)
  await page.getByRole('button', { name: 'Allow 2 deletes' }).click(SOON)
  await page.getByRole('heading', { name: /^Destroy 3 wants to delete books/ }).waitFor(SOON)
}

export const opensAdvanced = (page: Page) => page.getByText('Advanced', { exact: true }).click(SOON)

/** Opens the first run of the audit log. */
export const opensRun = (page: Page) => page.getByRole('button', { name: '2 entries' }).first().click(SOON)

/** Rests the pointer on the longest bar of a timeline, after a click on its row. */
export async function pointsAtBar(page: Page): Promise<void> {
  const row = page.getByRole('tree', { name: 'Timeline' }).getByRole('treeitem').last()
  await row.click(SOON)
  await page.getByRole('region', { name: /^Steps of / }).waitFor(SOON)
  await row.locator('[data-step]').hover(SOON)
}

/** The answer is complete: no stack is still being indexed. */
export const waitsForIndex = (page: Page): Promise<void> =>
  page.getByText('No matching resources').waitFor({ timeout: 60_000 })

/** Pastes the end of a CI log with a cause, another message and the closing line. */
export async function diagnosesLog(page: Page): Promise<void> {
  const main = page.getByRole('main')
  await main
    .getByLabel('Error or log')
    .fill(
      [
        'Updating (organization/shop/prod):',
        ' +  aws:s3:Bucket exports creating (8s) error: 1 error occurred:',
        '    * creating S3 Bucket (acme-exports): BucketAlreadyOwnedByYou: you already own it',
        ' +  aws:iam:Role worker creating (2s) error: Throttling: Rate exceeded',
        'error: update failed',
      ].join('\n'),
    )
  await main.getByRole('button', { name: 'Diagnose', exact: true }).click(SOON)
  await main.getByText(/known messages found/).waitFor(SOON)
}

/** Opens the result of the last recovery. */
export async function opensRecord(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Recoveries carried out' }).getByRole('link').first().click(SOON)
  await page.getByRole('heading', { name: 'Checks' }).waitFor(SOON)
}

const OWN_SECRETS = { type: 'passphrase', state: { salt: 'v1:abc' } }
/** Only the other service can decrypt these: an import with such secrets is refused. */
const OTHER_SERVICES_SECRETS = {
  type: 'service',
  state: { url: 'https://api.pulumi.com', owner: 'acme', project: 'webshop', stack: 'prod' },
}

export const importsOtherServicesSecrets = importsState('webshop', {
  secrets_providers: OTHER_SERVICES_SECRETS,
  outputs: { password: { '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270', ciphertext: 'AAAA' } },
})

/** Chooses a state file with pending operations, as a self-managed backend writes it. */
export function importsState(
  project: string,
  { secrets_providers = OWN_SECRETS, outputs = {} }: { secrets_providers?: object; outputs?: object } = {},
): (page: Page) => Promise<void> {
  const thing = (name: string, more: object = {}) => ({
    urn: `urn:pulumi:prod::${project}::acme:index:Thing::${name}`,
    type: 'acme:index:Thing',
    custom: true,
    ...more,
  })
  const latest = {
    manifest: { time: '2026-01-05T09:00:00Z', magic: '', version: '' },
    secrets_providers,
    resources: [thing('queue', { id: 'queue-1', inputs: { size: 3 }, outputs }), thing('topic', { id: 'topic-1' })],
    pending_operations: ['bucket', 'table'].map((name) => ({ type: 'creating', resource: thing(name) })),
  }
  const text = JSON.stringify({ version: 3, checkpoint: { stack: `organization/${project}/prod`, latest } })
  return async (page) => {
    const file = { name: 'prod.json', mimeType: 'application/json', buffer: Buffer.from(text) }
    await page.getByLabel('Choose a state file').setInputFiles(file, SOON)
    await page
      .getByRole('region', { name: 'What changes' })
      .or(page.getByText('Can’t import this state'))
      .first()
      .waitFor(SOON)
  }
}

/** Fixes the first problem of a stack that has several, and shows the result. */
export async function repairsOne(page: Page): Promise<void> {
  await page
    .getByRole('radio', { name: /^(?!Skip)/ })
    .first()
    .check({ ...SOON, force: true })
  await page.getByRole('button', { name: 'Continue' }).first().click(SOON)
  await page.getByLabel('What did you check?').fill('It exists, in this account.', SOON)
  await page.getByLabel(/to confirm/).fill(new URL(page.url()).pathname.split('/').slice(1, 4).join('/'), SOON)
  await page.getByRole('button', { name: 'Put 1 entry back' }).click(SOON)
  await page.getByRole('heading', { name: 'Checks' }).waitFor(SOON)
}

/** Opens a state file with a reference to nothing, a wrong order, two entries of one URN and a pending create. */
export async function opensState(page: Page): Promise<void> {
  const urn = (name: string) => `urn:pulumi:prod::shop::aws:s3/bucket:Bucket::${name}`
  const bucket = (name: string, more: object = {}) => ({
    urn: urn(name),
    type: 'aws:s3/bucket:Bucket',
    custom: true,
    id: `${name}-1`,
    parent: root.urn,
    inputs: { bucket: name },
    ...more,
  })
  const root = { urn: 'urn:pulumi:prod::shop::pulumi:pulumi:Stack::shop-prod', type: 'pulumi:pulumi:Stack' }
  const resources = [
    bucket('logs', { dependencies: [urn('gone')] }),
    root,
    bucket('twin'),
    bucket('twin', { id: 'twin-2' }),
    ...Array.from({ length: 20 }, (_, index) => bucket(`site-${index}`)),
  ]
  const pending_operations = [{ type: 'creating', resource: bucket('receipts', { id: '' }) }]
  const manifest = { time: '2026-01-05T09:00:00Z', magic: '', version: '' }
  const text = JSON.stringify({ version: 3, deployment: { manifest, resources, pending_operations } })
  const file = { name: 'prod.json', mimeType: 'application/json', buffer: Buffer.from(text) }
  await page.getByLabel('Choose a state file').setInputFiles(file, SOON)
  await page.getByText('The file is not uploaded; a reload closes it.').waitFor(SOON)
}

/** Opens that file, and removes the reference to nothing in the browser. */
export async function changesOpenedState(page: Page): Promise<void> {
  await opensState(page)
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Recover', exact: true }).first().click(SOON)
  await main.getByRole('link', { name: /^Start recovery/ }).click(SOON)
  await main.getByRole('radio', { name: /^Drop the reference/ }).check(SOON)
  await main.getByRole('radio', { name: /^Fix the order/ }).check(SOON)
  await main.getByRole('radio', { name: /^Keep twin-1, remove/ }).check(SOON)
  await main.getByRole('button', { name: 'Continue' }).click(SOON)
  await main.getByLabel('What did you check?').fill('The other bucket is gone.', SOON)
  await main.getByLabel(/to confirm/).fill('this-browser/shop/prod', SOON)
  await main.getByRole('button', { name: /^Remove 1 entry/ }).click(SOON)
  await main.getByText('Version 2 is in this browser only.').waitFor(SOON)
  await main.getByRole('link', { name: 'Overview', exact: true }).click(SOON)
  await main.getByRole('heading', { name: 'Outputs' }).waitFor(SOON)
}

/** Opens two states, which are listed on the page. */
export async function opensTwoStates(page: Page): Promise<void> {
  const text = (names: string[]) =>
    JSON.stringify({
      version: 3,
      deployment: {
        manifest: { time: '2026-01-05T09:00:00Z', magic: '', version: '' },
        resources: names.map((name) => ({
          urn: `urn:pulumi:prod::shop::acme:index:Thing::${name}`,
          type: 'acme:index:Thing',
        })),
      },
    })
  const file = (name: string, names: string[]) => ({
    name,
    mimeType: 'application/json',
    buffer: Buffer.from(text(names)),
  })
  await page
    .getByLabel('Choose a state file')
    .setInputFiles([file('before.json', ['queue']), file('after.json', ['queue', 'topic'])], SOON)
  await page.getByRole('table').waitFor(SOON)
}

/** Says of every operation that its resource does not exist, and goes on to what is written. */
export async function resolvesAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'It doesn’t exist' }).first().click(SOON)
  await page.getByRole('button', { name: 'Continue' }).click(SOON)
  await page.getByRole('button', { name: 'Download the planned state' }).waitFor(SOON)
}

/** Switches on two ready-made rules of approvals. */
export async function switchesOnRules(page: Page): Promise<void> {
  for (const name of ['No delete or replacement of data', 'Agents never delete']) {
    await page.getByRole('button', { name: `Switch on ${name}` }).click(SOON)
    await page.getByRole('switch', { name }).waitFor(SOON)
  }
}

/** The versions of the rules, after one was switched off. */
export async function showsRuleVersions(page: Page): Promise<void> {
  await switchesOnRules(page)
  await page.getByRole('switch', { name: 'Agents never delete' }).click(SOON)
  await page.getByRole('link', { name: 'Versions' }).last().click(SOON)
  await page.getByText('Version 3').waitFor(SOON)
}

/** Tries to save an empty rule, with all its conditions on screen. */
export async function failsToSaveRule(page: Page): Promise<void> {
  await page.getByText('More conditions').click(SOON)
  await page.getByRole('checkbox', { name: 'Fri' }).check(SOON)
  await page.getByRole('button', { name: 'Save rule' }).click(SOON)
}
