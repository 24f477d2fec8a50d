export { createTable, createTables, type Target } from './tables/ddl.ts'
export { type TableName, tableNames, tableOf, tables } from './tables/index.ts'
export { type NodeKind, nodeKinds, placeKinds, type RecordKind, recordKinds } from './tables/raw.ts'
export type { Column, Engine, Table } from './tables/table.ts'
