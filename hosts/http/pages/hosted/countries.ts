// The countries that a form offers: those that the interface takes, by the names of the reader's language.
import { countryCodes } from "../../../../core/standards/identity/countries.ts"
import type { Language } from "./language.ts"

// Names are known by two letters (ISO 3166-1 alpha-2): the first two of the three, but for these.
const others = new Map(
  `
ABW:AW AGO:AO ALA:AX AND:AD ARE:AE ARM:AM ATA:AQ ATF:TF ATG:AG AUT:AT BDI:BI BEN:BJ BES:BQ BGD:BD BHS:BS BIH:BA
BLR:BY BLZ:BZ BRB:BB BRN:BN CAF:CF CHL:CL CHN:CN COD:CD COG:CG COK:CK COM:KM CPV:CV CUW:CW CYM:KY DNK:DK ESH:EH
EST:EE FLK:FK FRO:FO FSM:FM GIN:GN GLP:GP GNB:GW GNQ:GQ GRD:GD GRL:GL GUF:GF GUY:GY IRL:IE IRQ:IQ ISR:IL JAM:JM
KAZ:KZ KOR:KR LBR:LR LBY:LY MAC:MO MAF:MF MDG:MG MDV:MV MEX:MX MLT:MT MNE:ME MNP:MP MOZ:MZ MTQ:MQ MYT:YT NIU:NU
PAK:PK PCN:PN PLW:PW PNG:PG POL:PL PRK:KP PRT:PT PRY:PY PYF:PF SEN:SN SGS:GS SLB:SB SLV:SV SPM:PM SRB:RS SUR:SR
SVK:SK SVN:SI SWE:SE SWZ:SZ SYC:SC TCD:TD TKM:TM TUN:TN TUR:TR TUV:TV UKR:UA URY:UY WLF:WF
`.trim().split(/\s+/).map((pair) => [pair.slice(0, 3), pair.slice(4)])
)

export interface NamedCountry {
  readonly code: string
  readonly name: string
}

/** Every country, in the order of its names. */
export const namedCountries = (language: Language): ReadonlyArray<NamedCountry> => {
  const names = new Intl.DisplayNames(language, { type: "region" })
  const { compare } = new Intl.Collator(language)
  return countryCodes
    .map((code) => ({ code, name: names.of(others.get(code) ?? code.slice(0, 2)) ?? code }))
    .toSorted((one, other) => compare(one.name, other.name))
}
