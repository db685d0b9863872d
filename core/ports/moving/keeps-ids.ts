// How long what was sent may be on its way before nobody can see it: said by each port that moves value.

export interface KeepsIds {
  /**
   * Whether two movements that are requested under one id are one to the other side, whenever they come: then an Absent of
   * the look-up is acted on at once. Unless given, only when whatever was sent must have arrived (0168).
   */
  readonly keepsIds?: boolean
}
