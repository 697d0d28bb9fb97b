import { describe, expect, it } from 'vitest'
import { asLines } from '#testing/backends/stepLines.ts'
import {
  checkHolder,
  copyStore,
  type FilePlace,
  importFile,
  importFileName,
  keepAside,
  placeOf,
  removeLock,
  restoreCopy,
} from './commands.ts'

const KEY = '.pulumi/locks/organization/shop/prod/0ee8cde4.json'
const STATE = '.pulumi/stacks/shop/prod.json'

const at = (address: string): FilePlace => {
  const place = placeOf(address)
  if (!place) throw new Error(`${address} is no address`)
  return place
}
/** The commands that remove a lock with that key. */
const removal = (place: FilePlace, key: string) =>
  asLines(removeLock({ pid: 1, username: 'ada', hostname: 'laptop' }, key, { place, address: '', cliName: 'prod' }))
const S3 = at('s3://acme-state/team?region=eu-west-1&profile=ops')
const MINIO = at('s3://acme-state?endpoint=minio.example.org:9000&s3ForcePathStyle=true&region=us-east-1')
const FOLDER = at('file:///srv/state')
const POSTGRES = at('postgres://ada:secret@db.example.org:5433/pulumi?sslmode=verify-full&table=ops.states')

describe('the removal of one object', () => {
  it.each([
    ['a folder', FOLDER, `rm /srv/state/${KEY}`],
    ['a folder with a space in its name', at('file:///srv/my%20state'), `rm '/srv/my state/${KEY}'`],
    ['a dropped folder', { kind: 'dropped', path: 'b/' } as const, `rm b/${KEY}`],
    ['a dropped folder with a dash', { kind: 'dropped', path: '-rf/' } as const, `rm ./-rf/${KEY}`],
    ['s3', S3, `aws s3 rm s3://acme-state/team/${KEY} --region eu-west-1 --profile ops`],
    [
      'minio',
      MINIO,
      `aws s3 rm s3://acme-state/${KEY} --region us-east-1 --endpoint-url https://minio.example.org:9000`,
    ],
    ['gcs', at('gs://acme-state/a/b'), `gcloud storage rm gs://acme-state/a/b/${KEY}`],
    [
      'azure',
      at('azblob://states?storage_account=acme'),
      `az storage blob delete --container-name states --name ${KEY} --account-name acme --auth-mode login`,
    ],
    [
      'azure in another cloud',
      at('azblob://states?storage_account=acme&domain=blob.core.usgovcloudapi.net'),
      `az storage blob delete --container-name states --name ${KEY} --account-name acme --blob-endpoint https://acme.blob.core.usgovcloudapi.net --auth-mode login`,
    ],
    [
      'an emulator of azure',
      at('azblob://states?storage_account=acme&domain=localhost:10000&protocol=http&localemu=true'),
      `az storage blob delete --container-name states --name ${KEY} --account-name acme --blob-endpoint http://localhost:10000/acme --auth-mode key`,
    ],
    [
      'postgres with settings of the session',
      at('postgres://h/d?search_path=infra,my%20own&lock_timeout=5s'),
      `psql --dbname 'postgresql://h/d?options=-c%20search_path%3Dinfra%2Cmy%5C%20own%20-c%20lock_timeout%3D5s' --command 'DELETE FROM "pulumi_state" WHERE key = '\\''d/${KEY}'\\'''`,
    ],
    [
      'postgres',
      POSTGRES,
      `psql --dbname 'postgresql://ada@db.example.org:5433/pulumi?sslmode=verify-full' --command 'DELETE FROM "ops"."states" WHERE key = '\\''pulumi/${KEY}'\\'''`,
    ],
  ])('in %s', (_, place, command) => {
    expect(removal(place, KEY)).toContain(command)
  })

  it('with an odd name is that of its file in a folder, which is not escaped in one that was dropped', () => {
    expect(removal(FOLDER, '.pulumi/locks/a\nb')).toContain('rm /srv/state/.pulumi/locks/a__0xa__b')
    expect(removal({ kind: 'dropped', path: '' }, 'a__0xa__b')).toContain('rm a__0xa__b')
  })

  it.each(['gs://b/x[1]', 'gs://b/st*r', 'gs://b/what%3F'])(
    'in %s has no command: gcloud would take others',
    (address) => {
      const place = at(address)
      const lines = [...removal(place, KEY), ...keepAside(place, STATE, '.kept'), copyStore(place)]
      expect(lines.filter((line) => line.startsWith('gcloud') || line.includes('&& gcloud'))).toEqual([])
      expect(lines.filter((line) => line.startsWith('# No command for '))).toHaveLength(3)
    },
  )

  it('in a table cannot leave its text, whatever the key is', () => {
    const command = removal(at('postgres://h/d'), `x'; DROP TABLE y; --`).join('\n')
    expect(command.replaceAll(`'\\''`, '"')).toContain(`key = "d/x""; DROP TABLE y; --"`)
  })
})

describe('the removal of a lock', () => {
  const owner = { pid: 28_144, username: 'ada', hostname: 'laptop', since: Date.parse('2026-01-07T05:10:40Z') }

  it('begins with the check of its holder, and removes that lock only', () => {
    expect(
      asLines(
        removeLock(owner, KEY, {
          place: S3,
          address: 's3://acme-state/team',
          cliName: 'organization/shop/prod',
        }),
      ),
    ).toEqual([
      '# Find out in one of these ways whether its run has ended. If it is still running, stop here: don’t remove the lock. Wait for it, or end it there with one Ctrl-C or kill -INT 28144.',
      '# On laptop, and inside the same container if it ran in one: it has ended if ps prints only a heading, another program, or a start clearly later than 2026-01-07 05:10 UTC.',
      'TZ=UTC ps -o lstart,args -p 28144',
      '# If that machine is gone, as after a CI job: see in CI whether the job has ended.',
      '# Back up the state. The first line applies to this terminal only: your pulumi login stays as it is.',
      'export PULUMI_BACKEND_URL=s3://acme-state/team',
      'pulumi stack export --stack organization/shop/prod --file shop-prod-before.json',
      '# Only if it has ended, remove this one lock.',
      `aws s3 rm s3://acme-state/team/${KEY} --region eu-west-1 --profile ops`,
    ])
  })

  it('whose place is not known is left to the CLI, which removes all; operations may be pending then', () => {
    expect(asLines(removeLock(owner, '', { place: undefined, cliName: 'prod' })).slice(-2)).toEqual([
      'pulumi cancel --stack prod --yes',
      '# Then resolve the pending operations, before the next update.',
    ])
  })

  it('in opened files points the CLI nowhere: an empty address is that of another backend', () => {
    const opened = { place: placeOf(''), address: '', cliName: 'prod' }
    const lines = asLines([
      ...removeLock(owner, KEY, opened),
      ...removeLock(owner, KEY, { ...opened, place: undefined }),
    ])
    expect(
      [...lines, ...asLines(importFile('x.json', opened))].filter((each) => /login|BACKEND_URL/.test(each)),
    ).toEqual([])
    expect(lines).toContain(`rm ${KEY}`)
  })

  it.each([
    ['a person’s process', owner, 'TZ=UTC ps -o lstart,args -p 28144'],
    ['a container', { ...owner, pid: 1 }, /^# Ask the CI run, or the person who started it, whether it has ended\./],
    ['no process', { ...owner, pid: null }, /^# Ask the CI run, or the person who started it, whether it has ended\./],
    ['an unreadable lock', undefined, /^# Ask the CI run, or the person who started it, whether it has ended\./],
  ])('checks %s in one step, which says when to stop', (_, of, line) => {
    const steps = checkHolder(of)
    expect(asLines(steps)).toContainEqual(expect.stringMatching(line))
    expect(steps).toHaveLength(1)
    expect(steps[0]?.text).toContain('If it is still running, stop here: don’t remove the lock.')
  })
})

describe('a copy that takes the place of the state', () => {
  it('in a folder keeps the broken one, and removes its sidecar', () => {
    expect(restoreCopy(FOLDER, `${STATE}.bak`, STATE, true).filter((line) => !line.startsWith('#'))).toEqual([
      `mv /srv/state/${STATE} /srv/state/${STATE}.broken`,
      `cp /srv/state/${STATE}.bak /srv/state/${STATE}`,
      `rm -f /srv/state/${STATE}.attrs`,
    ])
  })

  it.each([
    ['s3', S3, /^aws s3 cp s3:\/\/acme-state\/team\/\S+\.bak s3:\/\/acme-state\/team\/\S+prod\.json --region/],
    ['gcs', at('gs://b'), /^gcloud storage cp gs:\/\/b\/\S+\.bak gs:\/\/b\/\S+prod\.json$/],
    ['encrypted s3', at('s3://b?ssetype=aws:kms&kmskeyid=k'), / --sse aws:kms --sse-kms-key-id k$/],
    ['s3 that is encrypted in a way that its tool does not know', at('s3://b?ssetype=aws:kms:dsse'), /prod\.json$/],
    [
      'azure',
      at('azblob://c'),
      /^az storage blob download --container-name c --name \S+\.bak --file copy-of-prod\.json\.bak \S+ login && az storage blob upload --container-name c --name \S+prod\.json --file copy-of-prod\.json\.bak --overwrite \S+ login && rm copy-of-prod\.json\.bak$/,
    ],
    ['postgres', POSTGRES, /INSERT INTO "ops"\."states" .* SELECT .*pulumi\/\.pulumi.*ON CONFLICT/],
  ])('in %s is copied, and the broken one kept', (_, place, expected) => {
    const [, keeps, restores, ...more] = restoreCopy(place, `${STATE}.bak`, STATE, true)
    expect(more).toEqual([])
    expect(keeps).toContain('.broken')
    expect(restores).toMatch(expected)
  })
})

describe('other files of a store', () => {
  it('are copied before an upgrade', () => {
    expect([S3, at('gs://b/x'), at('azblob://c/x'), POSTGRES, FOLDER].map(copyStore)).toEqual([
      'aws s3 sync s3://acme-state/team/.pulumi pulumi-before --region eu-west-1 --profile ops',
      'mkdir -p pulumi-before && gcloud storage cp --recursive gs://b/x/.pulumi pulumi-before',
      "mkdir -p pulumi-before && az storage blob download-batch --source c --pattern 'x/.pulumi/*' --destination pulumi-before --auth-mode login",
      `pg_dump --dbname 'postgresql://ada@db.example.org:5433/pulumi?sslmode=verify-full' --table '"ops"."states"' --file pulumi-before.sql`,
      'cp -a /srv/state/.pulumi pulumi-before',
    ])
  })

  it('are those of this prefix, whatever signs of patterns it has', () => {
    expect(copyStore(at('azblob://c/x[1]*'))).toContain(`--pattern 'x[[]1][*]/.pulumi/*'`)
  })

  it('are put where no CLI looks', () => {
    expect(keepAside(FOLDER, STATE, '.kept')).toEqual([`mv /srv/state/${STATE} /srv/state/${STATE}.kept`])
    expect(keepAside(FOLDER, '.pulumi/stacks/-f.json', '.kept')).toEqual([
      'mv /srv/state/.pulumi/stacks/-f.json /srv/state/.pulumi/stacks/-f.json.kept',
    ])
    expect(keepAside(at('gs://b'), STATE, '.kept')).toEqual([
      `gcloud storage mv gs://b/${STATE} gs://b/.pulumi/stacks/shop/prod.json.kept`,
    ])
    expect(keepAside(S3, STATE, '.kept')[0]).toMatch(/^aws s3 mv s3:\/\/acme-state\/team\/\S+ s3:\S+\.kept --region/)
    expect(keepAside(at('azblob://c'), STATE, '.kept')[0]).toMatch(/^az \S+ blob download .* && az .* upload .* && rm \S+ && az .* delete /) // prettier-ignore
    expect(keepAside(POSTGRES, STATE, '.kept')[0]).toMatch(/INSERT INTO .*; DELETE FROM "ops"\."states" WHERE key = /)
  })
})

describe('a file to be imported', () => {
  it('is imported in steps: each says what its commands are for', () => {
    const steps = importFile('x.json', { cliName: 'prod', address: 's3://b' })
    expect(steps.map(({ text, commands }) => [text.split(/[,.;]/)[0], commands.length])).toEqual([
      ['Use the backend in this terminal only: your pulumi login stays as it is', 1],
      ['Keep a copy of the current state', 1],
      ['Import the downloaded file', 1],
      ['Compare it with the cloud', 2],
    ])
  })

  it('comes after the choice of the backend and a copy, and is compared afterwards', () => {
    const lines = asLines(importFile('x.json', { cliName: 'prod', address: 'postgres://ada@h/d' }))
    expect(lines.filter((line) => !line.startsWith('#'))).toEqual([
      'export PULUMI_BACKEND_URL=postgres://ada@h/d',
      'pulumi stack export --stack prod --file prod-before.json',
      'pulumi stack import --stack prod --file x.json',
      'pulumi refresh --preview-only --stack prod',
      'pulumi preview --stack prod',
    ])
  })

  it('is quoted, whatever the names contain', () => {
    const lines = asLines(importFile("o'hare", { cliName: "acme/o'hare/pr od" }))
    expect(lines).toContain(`pulumi stack import --stack 'acme/o'\\''hare/pr od' --file 'o'\\''hare'`)
  })

  it('has a name of plain characters, without the missing project of a legacy stack', () => {
    expect(importFileName({ project: "o'hare", stack: 'pr od' })).toBe('o_hare-pr_od-for-import.json')
    expect(importFileName({ project: '-', stack: 'prod' })).toBe('prod-for-import.json')
  })
})
