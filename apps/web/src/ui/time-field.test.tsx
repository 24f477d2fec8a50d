import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { TimeField, timeOf } from './time-field.tsx'

function Probe() {
  const [value, set] = useState('09:00')
  return (
    <>
      <TimeField value={value} onChange={set} aria-label="Opens" />
      <output>{value}</output>
    </>
  )
}

describe('a time of day', () => {
  it('is read however it is written', () => {
    expect(['9:30', '930', '0930', '09：30', '9', '23.59'].map(timeOf)).toEqual([
      '09:30',
      '09:30',
      '09:30',
      '09:30',
      '09:00',
      '23:59',
    ])
    expect(['24:00', '12:60', '', 'noon', '1:2:3'].map(timeOf)).toEqual(Array(5).fill(undefined))
  })

  it('takes what was typed when the field is left, and keeps the old one where that was none', () => {
    render(<Probe />)
    const field = screen.getByRole('textbox', { name: 'Opens' })
    fireEvent.change(field, { target: { value: '830' } })
    fireEvent.blur(field)
    expect(screen.getByRole('status').textContent).toBe('08:30')
    fireEvent.change(field, { target: { value: '99' } })
    expect(field.getAttribute('aria-invalid')).toBe('true')
    fireEvent.blur(field)
    expect(field).toHaveProperty('value', '08:30')
  })

  it('moves by a quarter of an hour, past midnight too', () => {
    render(<Probe />)
    const field = screen.getByRole('textbox')
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    expect(screen.getByRole('status').textContent).toBe('08:45')
    fireEvent.change(field, { target: { value: '23:50' } })
    fireEvent.keyDown(field, { key: 'ArrowUp' })
    expect(screen.getByRole('status').textContent).toBe('00:05')
  })
})
