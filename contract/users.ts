import { z } from 'zod'
import { SERVER_LOGIN } from '#words/personName.ts'
import { visibleText } from '#words/visible.ts'
import { Instant } from './common.ts'
import { OrganizationRole, Role } from './session.ts'

const Login = z
  .string()
  .trim()
  .regex(
    /^[a-z0-9](?:[a-z0-9._-]{0,58}[a-z0-9])?$/,
    'is 1 to 60 of a-z 0-9 . _ -, and begins and ends with a letter or digit',
  )
  .refine((login) => login !== SERVER_LOGIN, 'is the name under which the server itself is recorded')
/** Without invisible characters, which could make one user look like another. */
const Name = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine((name) => visibleText(name) === name, 'has invisible characters, or ones that change the direction of text')
/** Roles in specific organizations, which replace the general one. */
const Roles = z.record(z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$/), OrganizationRole)

export const User = z.object({
  id: z.string(),
  login: z.string(),
  name: z.string(),
  role: Role,
  roles: Roles,
  createdAt: Instant,
  tokenCount: z.number().int(),
  /** When one of the user's tokens was last used. */
  lastUsedAt: Instant.nullable(),
  isYou: z.boolean(),
})
export type User = z.infer<typeof User>

export const Users = z.object({ users: z.array(User) })
export const NewUser = z.object({ login: Login, name: Name, role: Role, roles: Roles.default({}) })
export type NewUser = z.input<typeof NewUser>
export const UserChange = z.object({ name: Name.optional(), role: Role.optional(), roles: Roles.optional() })
export type UserChange = z.infer<typeof UserChange>

/** Returned once. The first to open it is signed in as the user. */
export const SignInLink = z.object({ url: z.string(), expiresAt: Instant })
export type SignInLink = z.infer<typeof SignInLink>
