import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Spark } from './spark.tsx'

it('is a picture with words where it has them, and decoration where it has none', () => {
  const { rerender, container } = render(<Spark values={[1, 4, 2]} label="low 1, high 4" />)
  expect(screen.getByRole('img', { name: 'low 1, high 4' })).toBeTruthy()
  rerender(<Spark values={[1, 4, 2]} />)
  expect(screen.queryByRole('img')).toBeNull()
  expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
})

it('leaves a gap where nothing is known, and draws nothing of a single point', () => {
  const { rerender, container } = render(<Spark values={[1, 2, null, 4, 5]} />)
  expect(container.querySelector('path')?.getAttribute('d')?.match(/M/g)).toHaveLength(2)
  rerender(<Spark values={[null, 7, null]} />)
  expect(container.querySelector('svg')).toBeNull()
})
