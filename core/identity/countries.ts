// Countries by ISO 3166-1 alpha-3, and the states of Brazil by ISO 3166-2 without the country.
import { Schema } from "effect"

const alpha3 = `
ABW AFG AGO AIA ALA ALB AND ARE ARG ARM ASM ATA ATF ATG AUS AUT AZE BDI BEL BEN BES BFA BGD BGR BHR BHS BIH BLM BLR BLZ
BMU BOL BRA BRB BRN BTN BVT BWA CAF CAN CCK CHE CHL CHN CIV CMR COD COG COK COL COM CPV CRI CUB CUW CXR CYM CYP CZE DEU
DJI DMA DNK DOM DZA ECU EGY ERI ESH ESP EST ETH FIN FJI FLK FRA FRO FSM GAB GBR GEO GGY GHA GIB GIN GLP GMB GNB GNQ GRC
GRD GRL GTM GUF GUM GUY HKG HMD HND HRV HTI HUN IDN IMN IND IOT IRL IRN IRQ ISL ISR ITA JAM JEY JOR JPN KAZ KEN KGZ KHM
KIR KNA KOR KWT LAO LBN LBR LBY LCA LIE LKA LSO LTU LUX LVA MAC MAF MAR MCO MDA MDG MDV MEX MHL MKD MLI MLT MMR MNE MNG
MNP MOZ MRT MSR MTQ MUS MWI MYS MYT NAM NCL NER NFK NGA NIC NIU NLD NOR NPL NRU NZL OMN PAK PAN PCN PER PHL PLW PNG POL
PRI PRK PRT PRY PSE PYF QAT REU ROU RUS RWA SAU SDN SEN SGP SGS SHN SJM SLB SLE SLV SMR SOM SPM SRB SSD STP SUR SVK SVN
SWE SWZ SXM SYC SYR TCA TCD TGO THA TJK TKL TKM TLS TON TTO TUN TUR TUV TWN TZA UGA UKR UMI URY USA UZB VAT VCT VEN VGB
VIR VNM VUT WLF WSM YEM ZAF ZMB ZWE
`

/** Every country that is taken. */
export const countryCodes: ReadonlyArray<string> = alpha3.trim().split(/\s+/)

const countries: ReadonlySet<string> = new Set(countryCodes)

/** A country by its three letters. */
export const Country = Schema.String.check(
  Schema.makeFilter((value: string) => countries.has(value), {
    expected: "an ISO 3166-1 alpha-3 country, as BRA",
    toJsonSchema: () => ({ pattern: "^[A-Z]{3}$" })
  })
)

const brazilianStates: ReadonlySet<string> = new Set(
  "AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO".split(" ")
)

/** Whether a code can be a state of the country. Those of Brazil are known; others have their form (ISO 3166-2). */
export const isStateOf = (country: string, code: string): boolean =>
  country === "BRA" ? brazilianStates.has(code) : /^[A-Z0-9]{1,3}$/.test(code)
