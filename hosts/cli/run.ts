// Runs the command line in a world: reads the arguments, does the work, says in one line what went wrong, gives the exit code.
import { Cause, Console, Effect, Exit, FileSystem, Layer, Path, Sink, Stdio, Stream, Terminal } from "effect"
import { CliConfig, type CliError, CliOutput, Command, GlobalFlag, TerminalCapabilities } from "effect/cli"
import { ChildProcessSpawner } from "effect/process"
import { CliFailure, type ExitCode, errorOf, failed, misused } from "./failure.ts"
import { printJson, red, shown } from "./print.ts"
import { root } from "./root.ts"
import { World, type WorldShape } from "./world.ts"

const line = (values: ReadonlyArray<unknown>): string => `${values.map(String).join(" ")}\n`

/** The console of the parser: help to the output, errors to the error stream. */
const consoleOf = ({ err, out }: WorldShape): Console.Console => ({
  ...globalThis.console,
  log: (...values) => out(line(values)),
  error: (...values) => err(line(values))
})

const sayWrong = ({ canColor, err }: WorldShape, message: string, hint: string | undefined): void => {
  if (message === "") return
  err(
    `${red("pontepay:", canColor)} ${shown(message)}${hint === undefined || hint === "" ? "" : `\n  ${shown(hint)}`}\n`
  )
}

/** Tells a failure: to people on the error stream, and to a program, where it got no other answer, as its answer. */
const tell = (world: Session, failure: CliFailure): void => {
  sayWrong(world, failure.message, failure.hint)
  if (world.isJson && !world.hasAnswered()) world.out(printJson({ error: errorOf(failure) }))
}

const oneLine = (error: CliError.CliError): string =>
  error.message.split(/\n+/).map((part) => part.trim()).filter((part) => part !== "").join(" ")

// Wrong use is told in a line, not under a page of help.
const presenterOf = (world: Session): CliOutput.Presenter => ({
  present: (event) => {
    if (event._tag !== "InvalidInvocation") return CliOutput.defaultPresenter.present(event)
    const messages = event.errors.map(oneLine)
    return Effect.sync(() =>
      tell(world, misused([...new Set(messages)].join("; "), `See: ${event.commandPath.join(" ")} --help`))
    )
  }
})

const formatterOf = ({ canColor }: WorldShape): CliOutput.Formatter => {
  const { formatCliError, formatError, formatErrors, formatHelpDoc, formatVersion } = CliOutput.defaultFormatter({
    colors: canColor
  })
  // Examples that follow subcommands are set apart from them like every other part.
  const apart = (text: string): string => text.replace(/([^\n])\n((?:\u001b\[1m)?EXAMPLES)/, "$1\n\n$2")
  return {
    formatCliError,
    formatError,
    formatErrors,
    formatVersion,
    formatHelpDoc: (doc) => apart(formatHelpDoc(doc))
  }
}

const unused = Effect.die("the command line does not ask for this")

/** What the parser wants of a platform; of files, input and other processes it gets none, since no flag reads any. */
const platformOf = (world: Session) =>
  Layer.mergeAll(
    FileSystem.layerNoop({}),
    Path.layer,
    Layer.succeed(
      Stdio.Stdio,
      Stdio.make({
        args: Effect.succeed([]),
        stdout: () => Sink.drain,
        stderr: () => Sink.drain,
        stdin: Stream.empty
      })
    ),
    Layer.succeed(
      Terminal.Terminal,
      Terminal.make({
        columns: Effect.succeed(world.columns ?? 80),
        rows: Effect.succeed(24),
        size: unused,
        readInput: unused,
        readLine: unused,
        display: (text) => Effect.sync(() => world.out(text))
      })
    ),
    Layer.succeed(ChildProcessSpawner.ChildProcessSpawner, ChildProcessSpawner.make(() => unused)),
    CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions] }),
    CliOutput.layer(formatterOf(world)),
    CliOutput.layerPresenter(presenterOf(world)),
    Layer.succeed(TerminalCapabilities.TerminalCapabilities, {
      canColor: world.canColor,
      canAnimate: world.canAnimate,
      canPrompt: false
    }),
    Layer.succeed(Console.Console, consoleOf(world)),
    Layer.succeed(World, world)
  )

const codeOf = (cause: Cause.Cause<unknown>, args: ReadonlyArray<string>, world: Session): ExitCode => {
  const failure = cause.reasons.find((reason) => reason._tag === "Fail")?.error
  if (failure instanceof CliFailure) {
    tell(world, failure)
    return failure.exitCode
  }
  // The parser has said already what was wrong. Without any argument its page is what was requested.
  if (failure !== undefined) return args.length === 0 ? 0 : 2
  tell(world, failed(Cause.pretty(cause), "This is a fault of ours: please report it"))
  return 1
}

/** A run: its world, and what it has answered so far. */
interface Session extends WorldShape {
  readonly isJson: boolean
  readonly hasAnswered: () => boolean
}

// What the parser refuses is told before any flag was read, so the words themselves are asked.
const asksForJson = (args: ReadonlyArray<string>): boolean => {
  const end = args.indexOf("--")
  return (end === -1 ? args : args.slice(0, end)).some((arg) => arg === "--json" || arg === "--json=true")
}

const sessionOf = (args: ReadonlyArray<string>, world: WorldShape): Session => {
  let isAnswered = false
  return {
    ...world,
    out: (text) => {
      isAnswered = true
      world.out(text)
    },
    isJson: asksForJson(args),
    hasAnswered: () => isAnswered
  }
}

/** Runs a command line; the exit code is what the process should end with. */
export const run = async (args: ReadonlyArray<string>, outer: WorldShape): Promise<ExitCode> => {
  const world = sessionOf(args, outer)
  const program = Command.runWith(root, { version: world.tools.version })(args)
  const exit = await Effect.runPromiseExit(Effect.provide(program, platformOf(world)))
  return Exit.isSuccess(exit) ? 0 : codeOf(exit.cause, args, world)
}
