import { useParams } from 'react-router'
import { type StackAddress, stackOf } from './paths.ts'

/** The stack of the current page. */
export const useStackRef = (): StackAddress => stackOf(useParams())
