import { type Params, useParams } from 'react-router'
import type { StackRef } from '#contract/common.ts'

/** The stack that `/:org/:project/:stack/recover…` names. */
export const stackOf = ({ org = '', project = '', stack = '' }: Params): StackRef => ({ org, project, stack })

export const useStackRef = (): StackRef => stackOf(useParams())
