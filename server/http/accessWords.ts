import type { AccessRefusal, MissingRight } from '../errors.ts'

/** A missing right, in one sentence; the CLI and the console say the same. */
export function accessWords(refusal: AccessRefusal): string {
  switch (refusal.kind) {
    case 'notSignedIn':
      return 'You are not signed in.'
    case 'missingRight':
      return rightWords(refusal.right)
    case 'noSuchUser':
      return 'There is no such user.'
    case 'noSuchToken':
      return `${has(refusal.owner)} no such access token.`
    case 'tokenNameTaken':
      return `${has(refusal.owner)} an access token called “${refusal.name}” already: choose another name.`
    case 'tooManyTokens':
      return `${has(refusal.owner)} ${refusal.most} valid access tokens, which is the maximum: revoke some first.`
    case 'tokenScopeTooWide':
      return `You have the scope ${refusal.most} at most, so you cannot make a token for ${refusal.scope}.`
    case 'tokenScopeAbove':
      return `This token has the scope ${refusal.scope}; you came with one that has only ${refusal.has}.`
    case 'environmentToken':
      return 'This token is set by HOLDFAST_ACCESS_TOKEN: take it out of the settings and restart the server.'
  }
}

const has = (owner: string | null) => (owner === null ? 'You have' : `${owner} has`)

/** Why a change of the tags or the name of a stack is refused; both APIs say the same. */
export const leavesRuleWords = (rule: string, right: MissingRight): string =>
  `This would take the stack out of the rule "${rule}", which only those may do who may change the rules. ${rightWords(right)}`

export function rightWords(right: MissingRight): string {
  if (right.by === 'token')
    return `This needs the scope ${right.needs}; the access token “${right.token}” has the scope ${right.has}.`
  const scope = right.scope === 'preview' ? ', for the scope preview' : ''
  if (right.has === 'none') return `${right.login} has no role in ${right.org ?? 'this organization'}.`
  const where = right.org === null ? '' : ` in ${right.org}`
  return `This needs the role ${right.needs}${scope}; ${right.login} has the role ${right.has}${where}.`
}
