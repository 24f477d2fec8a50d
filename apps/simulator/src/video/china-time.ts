const offsetMs = 8 * 3_600_000

/** Clock and calendar of Asia/Shanghai, which has kept UTC+8 without summer time since 1992. */
export function chinaTime(at: number): { date: string; time: string; minuteOfDay: number; weekday: number } {
  const iso = new Date(at + offsetMs).toISOString()
  const day = Math.floor((at + offsetMs) / 86_400_000)
  return {
    date: iso.slice(0, 10),
    time: iso.slice(11, 19),
    minuteOfDay: ((at + offsetMs) % 86_400_000) / 60_000,
    /** 0 is Sunday; 1 January 1970 was a Thursday. */
    weekday: (day + 4) % 7,
  }
}

/** Minutes since midnight of "HH:MM"; "24:00" is the day's end. */
function minutesOf(clock: string): number {
  const [hours = '0', minutes = '0'] = clock.split(':')
  return Number(hours) * 60 + Number(minutes)
}

/** Whether the shop is open, and how far from opening and closing it is, in minutes. Hours may pass midnight. */
export function openingAt(
  hours: { open: string; close: string },
  at: number,
): { open: boolean; since: number; left: number } {
  const now = chinaTime(at).minuteOfDay
  const opens = minutesOf(hours.open)
  const length = (minutesOf(hours.close) - opens + 1440) % 1440 || 1440
  const since = (now - opens + 1440) % 1440
  return { open: since < length, since, left: length - since }
}
