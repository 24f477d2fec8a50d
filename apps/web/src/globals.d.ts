/** The version of this build, from the root package.json. */
declare const __VERSION__: string
