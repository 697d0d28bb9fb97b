import { useParams } from 'react-router'
import { type StackAddress, stackOf } from './paths.ts'

/** The stack whose page this is. */
export const useStackRef = (): StackAddress => stackOf(useParams())
