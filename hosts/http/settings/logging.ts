// Logs: one JSON object a line, and readable text where a person is looking. They go to the error stream, so that what a
// command prints stays its own.
import { Layer, Logger, References } from "effect"
import type { LogLevelName } from "./config.ts"

const levels = {
  trace: "Trace",
  debug: "Debug",
  info: "Info",
  warn: "Warn",
  error: "Error",
  none: "None"
} as const satisfies Record<LogLevelName, string>

/** The loggers of a host. */
export const logging = (level: LogLevelName): Layer.Layer<never> => {
  const logger = process.stderr.isTTY
    ? Logger.consolePretty({ colors: true })
    : Logger.withConsoleError(Logger.formatJson)
  return Layer.merge(Logger.layer([logger]), Layer.succeed(References.MinimumLogLevel, levels[level]))
}
