// BR Codes published by others, with what each must read as. Sources: BCB BR Code manual, bacen/pix-api 2.9.0, Stark Bank
// and Woovi documentation, a public gist (matheusb-comp).
import type { BrCode } from "../../../core/standards/pix/br-code.ts"
import type { BrCodeError } from "../../../core/standards/pix/parse-br-code.ts"
import { unitsUnsafe } from "../../../core/base/money/units.ts"

interface Accepted {
  readonly name: string
  readonly code: string
  readonly record: BrCode
  /** Printed again, the code differs only in spelling that carries no meaning. */
  readonly canonical: boolean
}

interface Refused {
  readonly name: string
  readonly code: string
  readonly error: BrCodeError
}

const fulano = { merchantName: "Fulano de Tal", merchantCity: "BRASILIA", categoryCode: "0000" }

export const accepted: ReadonlyArray<Accepted> = [
  {
    name: "BCB manual, static",
    code:
      "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D",
    record: { kind: "static", ...fulano, singleUse: false, key: "123e4567-e12b-12d1-a456-426655440000" },
    canonical: true
  },
  {
    name: "BCB manual, dynamic",
    code:
      "00020101021226700014br.gov.bcb.pix2548pix.example.com/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***630464E4",
    record: {
      kind: "dynamic",
      ...fulano,
      singleUse: true,
      location: "pix.example.com/8b3da2f39a4140d1a91abd93113bd441"
    },
    canonical: true
  },
  {
    name: "gist, GUI in upper case",
    code:
      "00020101021226770014BR.GOV.BCB.PIX2555pix.example.com/qr/93598be0-1bd0-4997-8318-81776a1d8a995204000053039865802BR5907EMPRESA6009SAO PAULO62070503***6304EEAB",
    record: {
      kind: "dynamic",
      merchantName: "EMPRESA",
      merchantCity: "SAO PAULO",
      categoryCode: "0000",
      singleUse: true,
      location: "pix.example.com/qr/93598be0-1bd0-4997-8318-81776a1d8a99"
    },
    canonical: false
  },
  {
    name: "bacen/pix-api, JORNADA_3: immediate charge and recurrence",
    code:
      "00020101021226760014br.gov.bcb.pix2554pix.example.com/qr/v2/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/94ed2badcbc04c15b0bb7fa35319489063047741",
    record: {
      kind: "dynamic",
      ...fulano,
      singleUse: true,
      location: "pix.example.com/qr/v2/8b3da2f39a4140d1a91abd93113bd441",
      recurrence: "pix.example.com/qr/v2/rec/94ed2badcbc04c15b0bb7fa353194890"
    },
    canonical: true
  },
  {
    name: "bacen/pix-api, JORNADA_4: charge with a due date and recurrence",
    code:
      "00020101021226810014br.gov.bcb.pix2559pix.example.com/qr/v2/cobv/1e6c54d3ec9449b7a7fc53b6b0f998e75204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/3ffa640fa4f14080adccb949fa2dc0d06304A441",
    record: {
      kind: "dynamic",
      ...fulano,
      singleUse: true,
      location: "pix.example.com/qr/v2/cobv/1e6c54d3ec9449b7a7fc53b6b0f998e7",
      recurrence: "pix.example.com/qr/v2/rec/3ffa640fa4f14080adccb949fa2dc0d0"
    },
    canonical: true
  },
  {
    name: "bacen/pix-api, JORNADA_2: recurrence alone",
    code:
      "00020126180014br.gov.bcb.pix5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/2353c790eefb11eaadc10242ac120002630462C9",
    record: {
      kind: "recurrence",
      ...fulano,
      singleUse: false,
      recurrence: "pix.example.com/qr/v2/rec/2353c790eefb11eaadc10242ac120002"
    },
    canonical: true
  },
  {
    name: "Stark, amount and an apostrophe in the name",
    code:
      "00020126580014br.gov.bcb.pix0136a629532e-7693-4846-852d-1bbff817b5a8520400005303986540510.005802BR5908T'Challa6009Sao Paulo62090505123456304B14A",
    record: {
      kind: "static",
      merchantName: "T'Challa",
      merchantCity: "Sao Paulo",
      categoryCode: "0000",
      singleUse: false,
      amount: unitsUnsafe("BRL", 1000n),
      txid: "12345",
      key: "a629532e-7693-4846-852d-1bbff817b5a8"
    },
    canonical: true
  },
  {
    name: "Stark, phone key",
    code:
      "00020126360014br.gov.bcb.pix0114+552840092118152040000530398654040.095802BR5915Jamie Lannister6009Sao Paulo620705038566304FC6C",
    record: {
      kind: "static",
      merchantName: "Jamie Lannister",
      merchantCity: "Sao Paulo",
      categoryCode: "0000",
      singleUse: false,
      amount: unitsUnsafe("BRL", 9n),
      txid: "856",
      key: "+5528400921181"
    },
    canonical: true
  },
  {
    name: "Woovi, account field and location at their caps",
    code:
      "00020101021226990014br.gov.bcb.pix2577pix-h.bpp.com.br/23114447/qrs1/v2/01jAVrYybMRhanrjbpgCDIxFrHxa7zdBSdcIinjmXbp52040000530398654041.515802BR5912Your_Company6009Sao_Paulo62290525c37368e176894eea9b35fe0ea63047E32",
    record: {
      kind: "dynamic",
      merchantName: "Your_Company",
      merchantCity: "Sao_Paulo",
      categoryCode: "0000",
      singleUse: true,
      amount: unitsUnsafe("BRL", 151n),
      txid: "c37368e176894eea9b35fe0ea",
      location: "pix-h.bpp.com.br/23114447/qrs1/v2/01jAVrYybMRhanrjbpgCDIxFrHxa7zdBSdcIinjmXbp"
    },
    canonical: true
  },
  {
    name: "Woovi, charge and recurrence",
    code:
      "00020101021226870014br.gov.bcb.pix2565qr-h.woovi.digital/qr/v2/cob/faabf55e-8000-40e2-80d8-9651749a6abb5204000053039865802BR5911Pedro Woovi6007VITORIA62070503***80870014br.gov.bcb.pix2565qr-h.woovi.digital/qr/v2/rec/fb59c6eb-fb99-4ff6-8f4c-17e2cd042c346304FE57",
    record: {
      kind: "dynamic",
      merchantName: "Pedro Woovi",
      merchantCity: "VITORIA",
      categoryCode: "0000",
      singleUse: true,
      location: "qr-h.woovi.digital/qr/v2/cob/faabf55e-8000-40e2-80d8-9651749a6abb",
      recurrence: "qr-h.woovi.digital/qr/v2/rec/fb59c6eb-fb99-4ff6-8f4c-17e2cd042c34"
    },
    canonical: true
  },
  {
    name: "Woovi, static with additional text and recurrence",
    code:
      "00020126780014br.gov.bcb.pix0136f4c6089a-bfde-4c00-a2d9-9eaa584b02190216CobrancaEstatica5204000053039865406546.285802BR5903Pix6008BRASILIA6229052584767c56c2ab4e65b6670de2a80950014br.gov.bcb.pix2573qr-h.sandbox.pix.bcb.gov.br/rest/api/rec/4b62d4a088fe4f51bcb4c64cf078869163044486",
    record: {
      kind: "static",
      merchantName: "Pix",
      merchantCity: "BRASILIA",
      categoryCode: "0000",
      singleUse: false,
      amount: unitsUnsafe("BRL", 54628n),
      txid: "84767c56c2ab4e65b6670de2a",
      key: "f4c6089a-bfde-4c00-a2d9-9eaa584b0219",
      additionalInfo: "CobrancaEstatica",
      recurrence: "qr-h.sandbox.pix.bcb.gov.br/rest/api/rec/4b62d4a088fe4f51bcb4c64cf0788691"
    },
    canonical: true
  }
]

export const refused: ReadonlyArray<Refused> = [
  {
    name: "gist, CRC right but field 62 says one character more than it holds",
    code:
      "00020126360014BR.GOV.BCB.PIX0114+5511943214321520400005303986540566.665802BR5907EMPRESA6008BRASILIA62080503***6304170E",
    error: { reason: "truncated", field: "30", offset: 115 }
  },
  {
    name: "Stark documentation, field 59 says more than it holds and the CRC is wrong",
    code:
      "00020101021226800014br.gov.bcb.pix2558invoice.starkbank.com/f5333103-3279-4db2-8389-5efe335ba93d5204000053039865802BR5913Arya Stark6009Sao Paulo6220051656565656565656566304A9A0",
    error: { reason: "badId", field: "", offset: 134 }
  },
  {
    name: "BCB manual, last digit of the CRC changed",
    code:
      "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3E",
    error: { reason: "crcMismatch", field: "63", offset: 133 }
  }
]
