import { z } from 'zod'
import {
  AccessTokens,
  BrowserSessions,
  Connect,
  CreatedToken,
  NewToken,
  People,
  RevocationEffect,
  Scope,
  Session,
  SignIn,
} from '../session.ts'
import { endpoint } from '../endpoint.ts'
import { Nothing } from './shared.ts'

/** Sessions, tokens, and connecting a CLI. */
export const sessionEndpoints = {
  signIn: endpoint({
    method: 'POST',
    path: '/api/ui/session',
    access: 'public',
    summary: 'Sign in with the printed one-time code or an access token; sets the session cookie.',
    body: SignIn,
    reply: Session,
  }),
  session: endpoint({
    method: 'GET',
    path: '/api/ui/session',
    access: 'reader',
    summary: 'Who is signed in.',
    reply: Session,
  }),
  signOut: endpoint({
    method: 'DELETE',
    path: '/api/ui/session',
    access: 'public',
    summary: 'End the session.',
    reply: Nothing,
  }),
  signOutEverywhere: endpoint({
    method: 'DELETE',
    path: '/api/ui/sessions',
    access: 'reader',
    summary: 'End all your sessions, this one too unless it is to be kept. Access tokens stay.',
    query: z.object({ keep: z.literal('this').optional() }),
    reply: Nothing,
  }),
  sessionList: endpoint({
    method: 'GET',
    path: '/api/ui/sessions',
    access: 'reader',
    summary: 'Your browser sessions, last used first.',
    reply: BrowserSessions,
  }),
  sessionEnd: endpoint({
    method: 'DELETE',
    path: '/api/ui/sessions/:id',
    access: 'reader',
    summary: 'End one of your browser sessions, and optionally revoke the access tokens created in it.',
    query: z.object({ tokens: z.enum(['keep', 'revoke']).default('keep') }),
    reply: Nothing,
  }),
  connect: endpoint({
    method: 'GET',
    path: '/api/ui/connect',
    access: 'reader',
    summary: 'How a CLI connects to this server.',
    reply: Connect,
  }),
  tokenList: endpoint({
    method: 'GET',
    path: '/api/ui/tokens',
    access: 'reader',
    summary: 'Your access tokens.',
    reply: AccessTokens,
  }),
  tokenCreate: endpoint({
    method: 'POST',
    path: '/api/ui/tokens',
    access: 'reader',
    summary: 'Create an access token; its value is returned once.',
    body: NewToken,
    reply: CreatedToken,
  }),
  tokenRevoke: endpoint({
    method: 'DELETE',
    path: '/api/ui/tokens/:id',
    access: 'reader',
    summary: 'Revoke an access token, with everything created with it.',
    reply: Nothing,
  }),
  tokenRevocation: endpoint({
    method: 'GET',
    path: '/api/ui/tokens/:id/revocation',
    access: 'reader',
    summary: 'What else would end if this access token were revoked.',
    reply: RevocationEffect,
  }),
  cliLogin: endpoint({
    method: 'POST',
    path: '/api/ui/cli-login',
    access: 'reader',
    summary: 'Make the access token that `pulumi login` waits for.',
    /** `scope`: undefined means `operate`, or less if the caller may do less. */
    body: z.object({ description: z.string().trim().max(200), scope: Scope.optional() }),
    reply: CreatedToken,
  }),
  personList: endpoint({
    method: 'GET',
    path: '/api/ui/people',
    access: 'reader',
    summary: 'The names of everyone in the history.',
    reply: People,
  }),
}
