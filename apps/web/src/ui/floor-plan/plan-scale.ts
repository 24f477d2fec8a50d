import { createContext, useContext } from 'react'

/** Centimetres of the plan that one pixel shows: what is drawn over a plan keeps its lines and letters as thick with it. */
export const PlanScaleContext = createContext(1)
export const usePlanScale = (): number => useContext(PlanScaleContext)
