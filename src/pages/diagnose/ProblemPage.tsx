/** One known problem. */
export default function ProblemPage() {
  return null
}
