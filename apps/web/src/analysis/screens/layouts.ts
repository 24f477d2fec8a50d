import type { Shape } from './artboards.ts'

/** Place of a piece on a grid of 24 by 24: column and row of its corner, and how many of each it takes. */
export type Place = readonly [column: number, row: number, columns: number, rows: number]
export type Layout = Readonly<Record<string, Place>>
type Layouts = Readonly<Record<Exclude<Shape, 'flow'>, Layout>>

/** `hero` and `strip` are the first and the other figures of the panel `p1`; the others are panels by their ids. */
export const layouts: Readonly<Record<string, Layouts>> = {
  driveScreen: {
    landscape: {
      hero: [0, 0, 6, 8],
      p4: [0, 8, 6, 16],
      strip: [6, 0, 12, 4],
      p7: [6, 4, 12, 12],
      p2: [6, 16, 12, 8],
      p3: [18, 0, 6, 8],
      p5: [18, 8, 6, 8],
      p6: [18, 16, 6, 8],
    },
    wide: {
      hero: [0, 0, 4, 10],
      p4: [0, 10, 4, 14],
      strip: [4, 0, 14, 4],
      p7: [4, 4, 7, 20],
      p2: [11, 4, 7, 20],
      p3: [18, 0, 3, 12],
      p5: [18, 12, 3, 12],
      p6: [21, 0, 3, 24],
    },
    tall: {
      hero: [0, 0, 10, 4],
      strip: [10, 0, 14, 4],
      p7: [0, 4, 24, 7],
      p2: [0, 11, 24, 4],
      p4: [0, 15, 12, 5],
      p3: [12, 15, 12, 5],
      p5: [0, 20, 12, 4],
      p6: [12, 20, 12, 4],
    },
  },
  cockpit_x: {
    landscape: {
      hero: [0, 0, 6, 8],
      p3: [0, 8, 6, 7],
      p5: [0, 15, 6, 9],
      strip: [6, 0, 12, 4],
      p2: [6, 4, 12, 11],
      p4: [6, 15, 12, 9],
      p6: [18, 0, 6, 11],
      p7: [18, 11, 6, 13],
    },
    wide: {
      hero: [0, 0, 4, 10],
      p3: [0, 10, 4, 14],
      strip: [4, 0, 14, 4],
      p2: [4, 4, 7, 20],
      p4: [11, 4, 7, 20],
      p5: [18, 0, 3, 12],
      p6: [21, 0, 3, 12],
      p7: [18, 12, 6, 12],
    },
    tall: {
      hero: [0, 0, 10, 4],
      strip: [10, 0, 14, 4],
      p2: [0, 4, 24, 5],
      p4: [0, 9, 24, 5],
      p3: [0, 14, 12, 5],
      p5: [12, 14, 12, 5],
      p6: [0, 19, 12, 5],
      p7: [12, 19, 12, 5],
    },
  },
  largeScreen: {
    landscape: {
      hero: [0, 0, 7, 9],
      strip: [0, 9, 7, 4],
      p5: [0, 13, 7, 11],
      p3: [7, 0, 17, 16],
      p4: [7, 16, 17, 8],
    },
    wide: {
      hero: [0, 0, 5, 13],
      strip: [0, 13, 5, 11],
      p3: [5, 0, 8, 24],
      p4: [13, 0, 7, 24],
      p5: [20, 0, 4, 24],
    },
    tall: {
      hero: [0, 0, 14, 4],
      strip: [14, 0, 10, 4],
      p3: [0, 4, 24, 9],
      p4: [0, 13, 24, 5],
      p5: [0, 18, 24, 6],
    },
  },
  costcoFull: {
    landscape: {
      p1: [0, 0, 9, 12],
      p4: [9, 0, 15, 5],
      p2: [9, 5, 15, 9],
      p3: [0, 12, 5, 7],
      p5: [0, 19, 9, 5],
      p7: [5, 12, 4, 7],
      p6: [9, 14, 15, 10],
    },
    wide: {
      p1: [0, 0, 6, 24],
      p4: [6, 0, 10, 5],
      p2: [6, 5, 10, 19],
      p3: [16, 0, 4, 12],
      p5: [20, 0, 4, 12],
      p6: [16, 12, 5, 12],
      p7: [21, 12, 3, 12],
    },
    tall: {
      p1: [0, 0, 24, 6],
      p4: [0, 6, 24, 3],
      p2: [0, 9, 24, 5],
      p3: [0, 14, 12, 5],
      p5: [12, 14, 12, 5],
      p6: [0, 19, 14, 5],
      p7: [14, 19, 10, 5],
    },
  },
}
