import './spark.css'

const spark = { width: 60, height: 20 }

/** A line without axes; a gap stays a gap. `label` says the same in words: without one it is decoration. */
export function Spark({ values, label }: { values: readonly (number | null)[]; label?: string }) {
  const known = values.filter(value => value !== null)
  if (known.length < 2) return null
  const low = Math.min(...known)
  const span = Math.max(...known) - low || 1
  const x = (index: number) => 2 + (index * (spark.width - 4)) / (values.length - 1)
  const y = (value: number) => spark.height - 3 - ((value - low) * (spark.height - 6)) / span
  const path = values
    .map((value, index) =>
      value === null ? '' : `${values[index - 1] === null || index === 0 ? 'M' : 'L'}${x(index)} ${y(value)}`,
    )
    .join('')
  const box = { className: 'spark', viewBox: `0 0 ${spark.width} ${spark.height}` }
  return label === undefined ? (
    <svg {...box} aria-hidden="true">
      <path d={path} />
    </svg>
  ) : (
    <svg {...box} role="img" aria-label={label}>
      <title>{label}</title>
      <path d={path} />
    </svg>
  )
}
