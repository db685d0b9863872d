// Liquid: addresses published with the tests of Elements libraries (plain, confidential, base58check, segwit, taproot)
// and the checksum lists of Elements (src/test/blech32_tests.cpp).
import type { AddressReason } from "../../../core/standards/address/problem.ts"

export const valid = [
  "QFq3vvrr6Ub2KAyb3LdoCxEQvKukB6nN9i",
  "QAcHVN55oetZU3wXXxnTrYHaqVUe35UhwJ",
  "GydeMhecNgrq17WMkyyTM4ETv1YubMVtLN",
  "GqiQRsPEyJLAsEBFB5R34KHuqxDNkG3zur",
  "H55PJDhj6JpR5k9wViXGEX4nga8WmhXtnD",
  "VTptY6cqJbusNpL5xvo8VL38nLX9PGDjfYQfqhu9EaA7FtuidkWyQzMHY9jzZrpBcCXT437vM6V4N8kh",
  "VTpyoufXeg8LByRmUeHt1zyzFm1RjEP7PvWYHsjGtj9Ef1ibxgVoGkPsUPDNvkKog17K7Qn5eQ3B7g9w",
  "VJL64Ep3rcngP4cScRme15q9i8MCNiuqWeiG3YbtduUidVyorg7nRsgmmF714QtH3sNpWB2CqsVVciQh",
  "VJL8r24A8tovW2f1hmFsHNXPTqBU1rp77hFp7wwj6pkkEbo2xKZdSbg2uSYS41gRbgyTx1uAb5rCcFKh",
  "VJLDwMVWXg8RKq4mRe3YFNTAEykVN6V8x5MRUKKoC3nfRnbpnZeiG3jygMC6A4Gw967GY5EotJ4Rau2F",
  "ex1qew0l0emv7449u7hqgc8utzdzryhse79ydjqgek",
  "ex1q7gkeyjut0mrxc3j0kjlt7rmcnvsh0gt45d3fud",
  "ex1quwcvgs5clswpfxhm7nyfjmaeysn6us0yvjdexn9yjkv3k7zjhp2s4sla8h",
  "ex1p8qs0qcn25l2y6yvtc5t95rr8w9pndcj64c8rkutnvkcvdp6gh02qa4lw5j",
  "ex1pxrrurkg8j8pve97lffvv2y67cf7ux478h077c87qacqzhue7390shmdrfd",
  "lq1qqf8er278e6nyvuwtgf39e6ewvdcnjupn9a86rzpx655y5lhkt0walu3djf9cklkxd3ryld97hu8h3xepw7sh2rlu7q45dcew5",
  "lq1qqgft7r4ytdenml0gaj67393sd3qkt3nxex0ut5dt3plhzwf6jaww4jul7lnkeat2teawq3s0cky6yxf0pnu2gs2923tg58xcz",
  "lq1qqvxk052kf3qtkxmrakx50a9gc3smqad2ync54hzntjt980kfej9kkfe0247rp5h4yzmdftsahhw64uy8pzfe7cpg4fgykm7cv",
  "lq1qqgft7r4ytdenml0gaj67393sd3qkt3nxex0ut5dt3plhzwf6jaww4casc3pf3lquzjd0haxgn9hmjfp84eq7geymjdx2f9verdu99wz47jmkmgmr9a4s",
  "lq1pqgft7r4ytdenml0gaj67393sd3qkt3nxex0ut5dt3plhzwf6jaww5wpq7p3x4f75f5gch3gktgxxwu2rxm394tsw8dchxedsc6r53w75375l4kfvf08y",
  "lq1pqgft7r4ytdenml0gaj67393sd3qkt3nxex0ut5dt3plhzwf6jaww5vx8c8vs0ywzejta7jjcc5f4asnacdtu0wlaas0upmsq90enaz2l77n92erwrrz8"
] as const

export const invalid: ReadonlyArray<readonly [string, AddressReason]> = [
  [
    "lq1qqvxk052kf3qtkxmrakx50a9gc3smqad2ync54hzntjt980kfej9kkfe0247rp5h4yzmdftsahhw64uy8pzfe7cpg4fgykm7cx",
    "checksum"
  ],
  ["VJL8r24A8tovW2f1hmFsHNXPTqBU1rp77hFp7wwj6pkkEbo2xKZdSbg2uSYS41gRbgyTx1uAb5rCcFKi", "checksum"],
  ["ert1qwhh2n5qypypm0eufahm2pvj8raj9zq5c27cysu", "network"],
  ["tex1qew0l0emv7449u7hqgc8utzdzryhse79yh5jp9a", "network"],
  ["el1qqd2raes96araa6a03jxr7cahg5rfftqsdua5ds3pjhnllvcmq3g0yvynk58e3js0s80a2awnngdkagps25auwkghjhnckuv9q", "network"],
  [
    "tlq1qq2xvpcvfup5j8zscjq05u2wxxjcyewk7979f3mmz5l7uw5pqmx6xf5xy50hsn6vhkm5euwt72x878eq6zxx2z58hd7zrsg9qn",
    "network"
  ],
  ["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "network"],
  ["2dszRCFv8Ub4ytKo1Q1vXXGgSx7mekNDwSJ", "network"],
  ["XToMocNywBYNSiXUe5xvoa2naAps9Ek1hq", "network"],
  ["FojPFeboBgrd953mXXe72KWthjVwHWozqN", "network"],
  ["8vsafXgrB5bJeSidGbK5eYnjKvQ3RiB4BB", "network"],
  ["vtS71VhcpFt978sha5d1L2gCzp3UL5kXacRpb3N4GTW5MwvBzz5HwxYyB8Pns4yM2dd2osmQkHSkp88u", "network"],
  ["CTEkC79sYAvWNcxd8iTYnYo226FqRBbzBcMppq7L2dA8jVXJWoo1kKWB3UBLY6gBjiXf87ibs8c6mQyZ", "network"],
  ["1RustyRX2oai4EYYDpQGWvEL62BBGqN9T", "version"]
]

export const validBlech32 = [
  "A133NZFWEYK7UT",
  "a133nzfweyk7ut",
  "abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lgmcn7l7t7xve",
  "split1checkupstagehandshakeupstreamerranterredcaperredegneyqml9esp",
  "?19dv34t3p4s35"
] as const

export const validBlech32m = [
  "A1EYL4VXQ3HRPT",
  "a1eyl4vxq3hrpt",
  "abcdef1l7aum6echk45nj3s0wdvt2fg8x9yrzpqg8m5pqg67zq3",
  "split1checkupstagehandshakeupstreamerranterredcaperred3alwpgz2yydp",
  "?1dcqxsrg55dv5"
] as const
