import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { english, setLanguage } from '../lib/i18n.ts'
import { Growth, growthShown } from './growth.tsx'

describe('growth', () => {
  it('carries a plus, keeps the minus it came with, and adds the percent sign', () => {
    expect(growthShown(8.3)).toEqual({ text: '+8.3%', direction: 'up' })
    expect(growthShown(-2.9)).toEqual({ text: '-2.9%', direction: 'down' })
    expect(growthShown('-2.9')).toEqual({ text: '-2.9%', direction: 'down' })
    expect(growthShown('12%')).toEqual({ text: '+12.0%', direction: 'up' })
  })

  it('is a bare 0.0 where nothing changed, also after rounding', () => {
    for (const value of [0, 0.04, -0.04])
      expect(growthShown(value)).toEqual({ text: '0.0', direction: 'flat' })
  })

  it('is a dash where there is nothing to compare with', () => {
    for (const value of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY, ''])
      expect(growthShown(value).text).toBe('—')
    setLanguage(english)
    render(<Growth value={null} />)
    expect(screen.getByText('—').title).toBe('No comparable data')
  })

  it('flips the colour but not the arrow where less is better', () => {
    const { container } = render(<Growth value={-5} isLessBetter />)
    expect(container.firstElementChild?.className).toContain('growth-good')
    expect(container.textContent).toBe('▼-5.0%')
  })
})
