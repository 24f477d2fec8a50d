const centre = 400
const tones = ['#3B78EA', '#23988B', '#DE7A2B', '#8FB8FF', '#B5679F', '#E9CF6A', '#D9DEE7', '#5E7FA8']
const boards = 5

/** Height above the floor line of a board at the front of the picture. */
const boardAt = (board: number) => 872 - board * 150
/** Where a point of the wall lies: `near` 0 at the far end, 1 at the edge of the picture. */
const across = (near: number) => 46 + near * 394
const down = (board: number, near: number) => 408 - board * 17 + near * (boardAt(board) - 408 + board * 17)

/** A repeatable scatter, so that the shelf looks filled by hand and the same at every visit. */
const scatter = (n: number) => (((Math.sin(n * 127.1) * 43758.5453) % 1) + 1) % 1

type Item = { key: string; points: string; tone: string; opacity: number }

function itemsOf(board: number, side: -1 | 1): Item[] {
  const items: Item[] = []
  for (let index = 0; index < 26; index++) {
    const seed = board * 53 + index * 7 + (side + 1) * 11
    const isGap = scatter(seed + 3) < 0.14
    const from = ((index + 0.08) / 26) ** 1.9
    const to = ((index + 0.9) / 26) ** 1.9
    if (isGap || to < 0.012) continue
    const tall = (0.5 + 0.34 * scatter(seed)) * (17 + to * 133)
    const ratio = (17 + from * 133) / (17 + to * 133)
    const x = (near: number) => (centre + side * across(near)).toFixed(1)
    const low = [down(board, from), down(board, to)] as const
    items.push({
      key: `${side}${board}.${index}`,
      points: `${x(from)},${low[0].toFixed(1)} ${x(to)},${low[1].toFixed(1)} ${x(to)},${(low[1] - tall).toFixed(1)} ${x(from)},${(low[0] - tall * ratio).toFixed(1)}`,
      tone: tones[Math.floor(scatter(seed + 9) * tones.length)] ?? '#5E7FA8',
      opacity: 0.2 + to * 0.62,
    })
  }
  return items
}

const sides = [-1, 1] as const
const numbers = Array.from({ length: boards }, (_, board) => board)
const items = sides.flatMap(side => numbers.flatMap(board => itemsOf(board, side)))

/** The picture beside the form: an aisle between two shelves, as a camera at its end sees it. */
export function LoginArt() {
  return (
    <svg className="login-art" viewBox="0 0 800 900" preserveAspectRatio="xMidYMax slice" aria-hidden>
      <title>Aisle</title>
      <defs>
        <linearGradient id="art-floor" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#0D1626" />
          <stop offset="1" stopColor="#1B2C4A" />
        </linearGradient>
        <linearGradient id="art-fade" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0.24" stopColor="#0B1220" />
          <stop offset="0.5" stopColor="#0B1220" stopOpacity="0" />
        </linearGradient>
        <radialGradient id="art-far" cx="0.5" cy="0.5" r="0.5">
          <stop offset="0" stopColor="#6AA5FF" stopOpacity="0.34" />
          <stop offset="1" stopColor="#6AA5FF" stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect width="800" height="900" fill="#0B1220" />
      <path d={`M${centre - 46} 408 L-60 900h920L${centre + 46} 408Z`} fill="url(#art-floor)" />
      {items.map(item => (
        <polygon key={item.key} points={item.points} fill={item.tone} opacity={item.opacity} />
      ))}
      {sides.map(side =>
        numbers.map(board => (
          <path
            key={`${side}${board}`}
            d={`M${centre + side * across(0)} ${down(board, 0)} L${centre + side * across(1.1)} ${down(board, 1.1)}`}
            stroke="#3A5078"
            strokeWidth="2.5"
          />
        )),
      )}
      <ellipse cx={centre} cy="385" rx="150" ry="110" fill="url(#art-far)" />
      <rect width="800" height="900" fill="url(#art-fade)" />
    </svg>
  )
}
