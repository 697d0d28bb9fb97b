import { AccessTokens, CreatedToken, NewToken, RevocationEffect } from '../session.ts'
import { NewUser, SignInLink, User, UserChange, Users } from '../users.ts'
import { endpoint } from '../endpoint.ts'
import { Nothing } from './shared.ts'

/** Users and their tokens. */
export const userEndpoints = {
  userList: endpoint({
    method: 'GET',
    path: '/api/ui/users',
    access: 'admin',
    summary: 'Who may use this server, by login.',
    reply: Users,
  }),
  userCreate: endpoint({
    method: 'POST',
    path: '/api/ui/users',
    access: 'admin',
    summary: 'Create a user, or restore a removed one.',
    body: NewUser,
    reply: User,
  }),
  userChange: endpoint({
    method: 'POST',
    path: '/api/ui/users/:id',
    access: 'admin',
    summary: 'Change the name or the roles of a user.',
    body: UserChange,
    reply: User,
  }),
  userRemove: endpoint({
    method: 'DELETE',
    path: '/api/ui/users/:id',
    access: 'admin',
    summary: 'Remove a user; their sessions, tokens and sign-in links end at once.',
    reply: Nothing,
  }),
  userRemoval: endpoint({
    method: 'GET',
    path: '/api/ui/users/:id/removal',
    access: 'admin',
    summary: 'What would end if this user were removed.',
    reply: RevocationEffect,
  }),
  userSignOut: endpoint({
    method: 'DELETE',
    path: '/api/ui/users/:id/sessions',
    access: 'admin',
    summary: 'End all sessions of a user.',
    reply: Nothing,
  }),
  userSignInLink: endpoint({
    method: 'POST',
    path: '/api/ui/users/:id/sign-in-link',
    access: 'admin',
    summary: 'Create a link that signs the user in, once.',
    reply: SignInLink,
  }),
  userTokenList: endpoint({
    method: 'GET',
    path: '/api/ui/users/:id/tokens',
    access: 'admin',
    summary: 'Access tokens of a user.',
    reply: AccessTokens,
  }),
  userTokenCreate: endpoint({
    method: 'POST',
    path: '/api/ui/users/:id/tokens',
    access: 'admin',
    summary: 'Create an access token for a user; its value is returned once.',
    body: NewToken,
    reply: CreatedToken,
  }),
  userTokenRevoke: endpoint({
    method: 'DELETE',
    path: '/api/ui/users/:id/tokens/:token',
    access: 'admin',
    summary: 'Revoke an access token of a user, with everything created with it.',
    reply: Nothing,
  }),
  userTokenRevocation: endpoint({
    method: 'GET',
    path: '/api/ui/users/:id/tokens/:token/revocation',
    access: 'admin',
    summary: 'What else would end if this access token of a user were revoked.',
    reply: RevocationEffect,
  }),
} as const
