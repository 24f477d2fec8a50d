/** Under this key the installation remembers that the demo was put in, and where its simulator was last. */
export const demoKey = 'demo'
