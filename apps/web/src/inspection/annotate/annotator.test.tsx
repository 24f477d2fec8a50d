import type { AnnotationShape } from '@aisle/contract'
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { chinese, setLanguage } from '../../lib/i18n.ts'
import { Annotator } from './annotator.tsx'

const picture = { id: '1', fileAddr: '/1.jpg', width: 640, height: 360 }
const drawn: AnnotationShape = { kind: 'box', x: 0.1, y: 0.1, width: 0.2, height: 0.2, label: '' }

function open(shapes: AnnotationShape[] = []) {
  const onClose = vi.fn()
  render(<Annotator picture={picture} shapes={shapes} onSaved={() => {}} onClose={onClose} />)
  const stage = screen.getByRole('application')
  const press = (key: string) => fireEvent.keyDown(stage, { key })
  return { onClose, stage, press }
}
/** A box from the middle of the picture to a little beside it. */
function drawBox(press: (key: string) => void) {
  press('Enter')
  for (let at = 0; at < 5; at++) press('ArrowRight')
  for (let at = 0; at < 5; at++) press('ArrowDown')
  press('Enter')
}

beforeEach(() => setLanguage(chinese, { byUser: false }))

describe('drawing on a picture', () => {
  it('is left by one Escape where nothing was drawn, or only what is kept already', () => {
    const { onClose, press } = open([drawn])
    press('Escape')
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  it('asks before what was drawn is given up', () => {
    const { onClose, press } = open()
    drawBox(press)
    expect(screen.getByText('1 处标注')).toBeTruthy()
    press('Escape')
    expect(onClose).not.toHaveBeenCalled()
    expect(screen.getByRole('alert').textContent).toContain('还没有保存')
    fireEvent.click(screen.getByRole('button', { name: '放弃标注' }))
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  it('gives the keyboard back to the picture once a label is written', () => {
    const { stage, press } = open()
    drawBox(press)
    const label = screen.getByRole('textbox')
    fireEvent.change(label, { target: { value: '缺货' } })
    fireEvent.keyDown(label, { key: 'Enter' })
    expect(document.activeElement).toBe(stage)
  })
})
