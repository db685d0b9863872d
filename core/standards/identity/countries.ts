// Countries by ISO 3166-1, alpha-3 here and alpha-2 where others need it, and the states of Brazil by ISO 3166-2 without the country.
import { Schema } from "effect"

const codes = `
ABW/AW AFG/AF AGO/AO AIA/AI ALA/AX ALB/AL AND/AD ARE/AE ARG/AR ARM/AM ASM/AS ATA/AQ ATF/TF ATG/AG AUS/AU AUT/AT AZE/AZ
BDI/BI BEL/BE BEN/BJ BES/BQ BFA/BF BGD/BD BGR/BG BHR/BH BHS/BS BIH/BA BLM/BL BLR/BY BLZ/BZ BMU/BM BOL/BO BRA/BR BRB/BB
BRN/BN BTN/BT BVT/BV BWA/BW CAF/CF CAN/CA CCK/CC CHE/CH CHL/CL CHN/CN CIV/CI CMR/CM COD/CD COG/CG COK/CK COL/CO COM/KM
CPV/CV CRI/CR CUB/CU CUW/CW CXR/CX CYM/KY CYP/CY CZE/CZ DEU/DE DJI/DJ DMA/DM DNK/DK DOM/DO DZA/DZ ECU/EC EGY/EG ERI/ER
ESH/EH ESP/ES EST/EE ETH/ET FIN/FI FJI/FJ FLK/FK FRA/FR FRO/FO FSM/FM GAB/GA GBR/GB GEO/GE GGY/GG GHA/GH GIB/GI GIN/GN
GLP/GP GMB/GM GNB/GW GNQ/GQ GRC/GR GRD/GD GRL/GL GTM/GT GUF/GF GUM/GU GUY/GY HKG/HK HMD/HM HND/HN HRV/HR HTI/HT HUN/HU
IDN/ID IMN/IM IND/IN IOT/IO IRL/IE IRN/IR IRQ/IQ ISL/IS ISR/IL ITA/IT JAM/JM JEY/JE JOR/JO JPN/JP KAZ/KZ KEN/KE KGZ/KG
KHM/KH KIR/KI KNA/KN KOR/KR KWT/KW LAO/LA LBN/LB LBR/LR LBY/LY LCA/LC LIE/LI LKA/LK LSO/LS LTU/LT LUX/LU LVA/LV MAC/MO
MAF/MF MAR/MA MCO/MC MDA/MD MDG/MG MDV/MV MEX/MX MHL/MH MKD/MK MLI/ML MLT/MT MMR/MM MNE/ME MNG/MN MNP/MP MOZ/MZ MRT/MR
MSR/MS MTQ/MQ MUS/MU MWI/MW MYS/MY MYT/YT NAM/NA NCL/NC NER/NE NFK/NF NGA/NG NIC/NI NIU/NU NLD/NL NOR/NO NPL/NP NRU/NR
NZL/NZ OMN/OM PAK/PK PAN/PA PCN/PN PER/PE PHL/PH PLW/PW PNG/PG POL/PL PRI/PR PRK/KP PRT/PT PRY/PY PSE/PS PYF/PF QAT/QA
REU/RE ROU/RO RUS/RU RWA/RW SAU/SA SDN/SD SEN/SN SGP/SG SGS/GS SHN/SH SJM/SJ SLB/SB SLE/SL SLV/SV SMR/SM SOM/SO SPM/PM
SRB/RS SSD/SS STP/ST SUR/SR SVK/SK SVN/SI SWE/SE SWZ/SZ SXM/SX SYC/SC SYR/SY TCA/TC TCD/TD TGO/TG THA/TH TJK/TJ TKL/TK
TKM/TM TLS/TL TON/TO TTO/TT TUN/TN TUR/TR TUV/TV TWN/TW TZA/TZ UGA/UG UKR/UA UMI/UM URY/UY USA/US UZB/UZ VAT/VA VCT/VC
VEN/VE VGB/VG VIR/VI VNM/VN VUT/VU WLF/WF WSM/WS YEM/YE ZAF/ZA ZMB/ZM ZWE/ZW
`

/** The two letters of each country by its three. */
const countries: ReadonlyMap<string, string> = new Map(
  codes.trim().split(/\s+/).map((pair) => [pair.slice(0, 3), pair.slice(4)])
)

/** Every country that is taken. */
export const countryCodes: ReadonlyArray<string> = [...countries.keys()]

/** Every country by its two letters. */
export const alpha2Codes: ReadonlySet<string> = new Set(countries.values())

/** The two letters of a country by its three; undefined for a text that is no country. */
export const alpha2Of = (country: string): string | undefined => countries.get(country)

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
