/** The numbers of a longest increasing subsequence: the items that count as unmoved. */
export function longestRising(numbers: number[]): Set<number> {
  if (numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? -1))) return new Set(numbers)
  const tails: number[] = [] // tails[k]: the smallest number that ends an increasing run of k + 1
  const previous = new Map<number, number | undefined>()
  for (const number of numbers) {
    let [low, high] = [0, tails.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((tails[middle] ?? 0) < number) low = middle + 1
      else high = middle
    }
    previous.set(number, tails[low - 1])
    tails[low] = number
  }
  const rising = new Set<number>()
  for (let number = tails.at(-1); number !== undefined; number = previous.get(number)) rising.add(number)
  return rising
}
