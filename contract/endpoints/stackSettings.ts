import {
  StackMoved,
  StackRemoveRequest,
  StackRenameRequest,
  StackTransferRequest,
  TagsRequest,
} from '../stackSettings.ts'
import { endpoint } from '../endpoint.ts'
import { Nothing, stack } from './shared.ts'

/** A stack's tags, name and project, and its deletion. */
export const stackSettingEndpoints = {
  stackTags: endpoint({
    method: 'POST',
    path: `${stack}/tags`,
    access: 'operator',
    summary: 'Replace the tags of a stack.',
    body: TagsRequest,
    reply: Nothing,
  }),
  stackRename: endpoint({
    method: 'POST',
    path: `${stack}/rename`,
    access: 'operator',
    summary: 'Give a stack another name or another project; its state is rewritten to it.',
    body: StackRenameRequest,
    reply: StackMoved,
  }),
  stackTransfer: endpoint({
    method: 'POST',
    path: `${stack}/transfer`,
    access: 'operator',
    summary: 'Move a stack to another organization of this server.',
    body: StackTransferRequest,
    reply: StackMoved,
  }),
  stackRemove: endpoint({
    method: 'POST',
    path: `${stack}/remove`,
    access: 'operator',
    summary: 'Remove a stack; it can be restored for at least 30 days.',
    body: StackRemoveRequest,
    reply: Nothing,
  }),
} as const
