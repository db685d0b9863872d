// Small line drawings, 16 by 16; they only repeat what the text beside them says.
const drawings = {
  overview: "M2.5 13.500V9M6.200 13.500V4.500M9.800 13.500V7M13.500 13.500V2.500",
  deposits: "M8 2.500v8M4.800 7.500 8 10.700l3.200-3.200M2.500 13.500h11",
  payouts: "M8 10.700v-8M4.800 5.700 8 2.500l3.200 3.200M2.500 13.500h11",
  invoices: "M9 1.800 3.500 9h4L7 14.200 12.500 7h-4z",
  transfers: "M2.500 5.500h10M10 3l2.500 2.500L10 8M13.500 10.500h-10M6 8l-2.500 2.500L6 13",
  swaps: "M3 6.500a5 5 0 0 1 9-1.500M13 9.500a5 5 0 0 1-9 1.500M12.300 2v3h-3M3.700 14v-3h3",
  disputes: "M8 2.200 14.200 13H1.800zM8 6.500v3M8 11.200v.1",
  subaccounts:
    "M5.800 7.500a2.400 2.400 0 1 0 0-4.800 2.400 2.400 0 0 0 0 4.800M1.500 13.300c.3-2.600 2-4 4.300-4s4 1.400 4.300 4M10.500 3a2.400 2.400 0 0 1 0 4.300M11.700 9.600c1.600.5 2.600 1.700 2.800 3.700",
  kyc:
    "M2 3.500h12v9H2zM5.500 8a1.200 1.200 0 1 0 0-2.400 1.200 1.200 0 0 0 0 2.400M3.700 10.500c.4-1 1-1.300 1.800-1.300s1.400.3 1.800 1.300M9.500 6.500h2.500M9.500 9h2.500",
  statement: "M3.500 1.800h6l3 3v9.400h-9zM9.500 1.800v3h3M5.700 8h4.600M5.700 10.800h4.600",
  ledger: "M8 2.500v11M3.500 4.500h9M3.500 4.500 1.700 9h3.600zM12.500 4.500 10.700 9h3.600zM5.500 13.500h5",
  open: "M8 14a6 6 0 1 0 0-12 6 6 0 0 0 0 12M8 4.800V8l2.200 1.600",
  deadJobs: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12M6 6l4 4M10 6l-4 4",
  reviews:
    "M1.500 8S4 3.500 8 3.500 14.500 8 14.500 8 12 12.500 8 12.500 1.500 8 1.500 8M8 9.800a1.800 1.800 0 1 0 0-3.600 1.800 1.800 0 0 0 0 3.600",
  acts: "M3 3.500h10M3 8h10M3 12.500h6",
  accounts: "M2.500 14V5L8 2l5.500 3v9M2 14h12M6 14v-3.500h4V14M5.500 7.500h1M9.500 7.500h1",
  keys: "M5.500 10.500a3 3 0 1 0 0-6 3 3 0 0 0 0 6M8.500 7.500h5.500M12 7.500v2.500",
  webhooks:
    "M6 6.800 3.800 10.500M8 4.500l2.300 4M5.500 12h5.200M8 4.600a1.700 1.700 0 1 0-1.900 2.500M3.700 10.300a1.700 1.700 0 1 0 1.800 2M12.300 10.300a1.700 1.700 0 1 1-1.600 2",
  sandbox: "M2.500 5.500 8 2.500l5.500 3v5L8 13.500l-5.500-3zM2.500 5.500 8 8.500l5.500-3M8 8.500v5",
  search: "M7 11.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9M10.300 10.300 14 14",
  menu: "M2.500 4.500h11M2.500 8h11M2.500 11.500h11",
  close: "M4 4l8 8M12 4l-8 8",
  copy: "M5.500 5.500h8v8h-8zM3.500 10.500h-1v-8h8v1",
  good: "M3 8.500 6.500 12 13 4.500",
  bad: "M4 4l8 8M12 4l-8 8",
  warn: "M8 3v6.500M8 12.500v.2",
  wait: "M8 3.500V8l3 1.800M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12",
  plain: "M5 8h6",
  back: "M10 3 5 8l5 5",
  download: "M8 2.500v7.500M5 7.200 8 10.200l3-3M3 13.500h10"
} as const

export type IconName = keyof typeof drawings

export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg
    viewBox="0 0 16 16"
    width="16"
    height="16"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    stroke-width="1.500"
    stroke-linecap="round"
    stroke-linejoin="round"
  >
    <path d={drawings[name]} />
  </svg>
)

export const Mark = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="7" fill="#3447c9" />
    <path
      d="M5 21.500c5.500 0 5.500-10 11-10s5.500 10 11 10M5 21.500h22M10.500 17.500v4M16 11.500v10M21.500 17.500v4"
      fill="none"
      stroke="#fff"
      stroke-width="2.200"
      stroke-linecap="round"
    />
  </svg>
)
