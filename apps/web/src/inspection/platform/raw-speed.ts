/** Steps of the platforms' own speeds in one of ours, so that their default 115 is 5 (specification, section 9). */
const rawPerLevel = 23

/** A speed of 1–10 as the platforms say it. */
export const rawOf = (level: number): number => level * rawPerLevel
export const levelOf = (raw: number): number => Math.min(10, Math.max(1, Math.round(raw / rawPerLevel)))
