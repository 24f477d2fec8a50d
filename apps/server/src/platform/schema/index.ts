export * from './cameras.ts'
export * from './inspection.ts'
export * from './people.ts'
export * from './places.ts'
