/** Small source files, one a language, that hold a bit of everything: what is changed at random. */

const TYPESCRIPT = `/** A file. */
import { a } from "./a.ts";

/**
 * Waits.
 * @param ms how long
 */
export async function wait<T>(ms: number, ...rest: T[]): Promise<T | undefined> {
  // Not long.
  for (const one of rest) if (one !== a) return one;
  return \`\${ms}\` === "1" ? undefined : rest.at(0);
}

export const LIMIT = 5, OTHER = /[/]\\//g; // both
export default class Client extends Base implements Some {
  static #count = 0;
  readonly name: string = "a";
  get count(): number { return Client.#count; }
  @decorated() ask = (q: string) => q;
}
export interface Options { /** How often. */ retries?: number }
export type Kind = "a" | { b: Kind[] };
enum Color { Red = 1, Green }
namespace Inner { export function deep() {} }
`;

const TSX = `export function View({ name }: Props) {
  return <div className="a" {...rest}>{name} &amp; <b>x</b></div>;
}
`;

const PYTHON = `"""A module."""
import os

LIMIT: int = 5
A = B = 2


@decorator(1)
class Client(Base):
    """Asks.

    >>> Client()
    """

    retries = 3

    async def ask(self, question: str, *args, **kwargs) -> str:
        """Answers \`question\`."""
        if (n := len(question)) > 1:
            return f"{n!r:>{LIMIT}}"
        return '''text
  more'''


def outer():
    def inner(): return lambda x: x
    return inner
`;

const GO = `// Package a does it.
package a

import "fmt"

const (
	// Limit is one.
	Limit = iota
	Other
)

// Client asks.
type Client[T any] struct { Name string \`json:"name"\` }

type Asker interface { Ask(q string) (string, error) }

// Ask asks.
func (c *Client[T]) Ask(q string) (out string, err error) {
	defer func() { recover() }()
	return fmt.Sprintf(\`%s\`, q), nil
}

var x, y = 1, 'a'
`;

const RUST = `//! A crate.
use std::fmt;

/// A limit.
pub const LIMIT: usize = 5;

#[derive(Debug, Clone)]
pub struct Client<'a, T: Send> { name: &'a str, inner: T }

impl<'a, T: Send> Client<'a, T> {
    /// Asks.
    pub async fn ask(&self, q: &str) -> Result<String, Box<dyn std::error::Error>> {
        let s = r#"raw "text""#; /* nested /* comment */ */
        Ok(format!("{s}{q}"))
    }
}
pub enum Kind { A, B(i32), C { d: u8 } }
pub trait Ask { fn ask(&self); }
macro_rules! make { ($a:expr) => { $a } }
mod inner { pub fn deep() {} }
`;

const JAVA = `package a;

import java.util.List;

/** Asks. */
@Deprecated
public abstract class Client<T extends Comparable<T>> implements Asker {
  private static final int LIMIT = 5, OTHER = 6;
  enum Kind { A, B { void x() {} } }
  record Point(int x, int y) {}
  interface Inner { default void deep() {} }

  /** @return the answer */
  @Override
  public String ask(final String q) throws Exception {
    String text = """
        block "text"
        """;
    return q == null ? text : List.of(q).stream().map(s -> s + 'a').toString();
  }
}
`;

/** By the name of a file of the language. */
export const CODE_DOCUMENTS: Readonly<Record<string, string>> = {
  "a.ts": TYPESCRIPT,
  "a.js": TYPESCRIPT,
  "a.tsx": TSX,
  "a.py": PYTHON,
  "a.go": GO,
  "a.rs": RUST,
  "A.java": JAVA,
};
