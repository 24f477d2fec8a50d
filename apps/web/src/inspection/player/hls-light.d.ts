/** The light build ships without its own declarations; what it holds is declared by the full one. */
declare module 'hls.js/light' {
  export { default } from 'hls.js'
}
