import type { Database } from '../databases.ts'
import { openPostgresStore } from './postgres.ts'
import { openPostgresBus } from './postgresBus.ts'

export const database: Database = {
  name: 'PostgreSQL',
  example: 'postgres://holdfast:PASSWORD@db.example.org:5432/holdfast',
  // The password may contain any character that is valid in an address; the database name is required; a socket may
  // take the place of the host.
  isAddress: ({ pathname, hostname, searchParams }) =>
    pathname.length > 1 && (hostname !== '' || searchParams.has('host')),
  open: openPostgresStore,
  openBus: openPostgresBus,
  backup: 'back it up with pg_dump --format=custom --file=FILE "$HOLDFAST_DATABASE_URL".',
  restore: 'restore it with pg_restore --dbname="$HOLDFAST_DATABASE_URL" FILE.',
}
