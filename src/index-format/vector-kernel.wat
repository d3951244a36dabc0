;; First pass of the vector ranking, over sign codes: one bit a dimension, set where the int8 row is negative.
;; Assembled by build/vector-kernel.ts into vector-kernel.wasm and vector-kernel-bytes.ts; a test assembles it again.
;; Lengths in bytes are multiples of 8. All addresses are of the one memory, which the caller lays out and grows.
(module
  (memory (export "memory") 1)

  ;; Sign codes of int8 values: 16 values become 2 bytes.
  ;; rows: 16-byte multiple of int8; byteLength: their number, a multiple of 16; codes: byteLength / 8 bytes.
  (func (export "encodeSigns") (param $rows i32) (param $byteLength i32) (param $codes i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $rows) (local.get $byteLength)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $rows) (local.get $end)))
        (i32.store16 (local.get $codes) (i8x16.bitmask (v128.load (local.get $rows))))
        (local.set $rows (i32.add (local.get $rows) (i32.const 16)))
        (local.set $codes (i32.add (local.get $codes) (i32.const 2)))
        (br $next))))

  ;; Hamming distance of every code to the query's, and how many rows lie at each distance.
  ;; codes: count x codeBytes; query: codeBytes; allowed: a byte a row, 0 for rows to leave out, or address 0 for none;
  ;; distances: u16 a row, 0xffff for rows left out; histogram: u32 a distance, zeroed by the caller.
  (func (export "scan")
    (param $codes i32) (param $count i32) (param $codeBytes i32) (param $query i32)
    (param $allowed i32) (param $distances i32) (param $histogram i32)
    (local $end i32) (local $word i32) (local $distance i32) (local $bin i32)
    (local.set $end (i32.add (local.get $distances) (i32.shl (local.get $count) (i32.const 1))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $distances) (local.get $end)))
        (if (if (result i32) (local.get $allowed) (then (i32.eqz (i32.load8_u (local.get $allowed)))) (else (i32.const 0)))
          (then (i32.store16 (local.get $distances) (i32.const 0xffff)))
          (else
            (local.set $distance (i32.const 0))
            (local.set $word (i32.const 0))
            (loop $words
              (local.set $distance
                (i32.add (local.get $distance)
                  (i32.wrap_i64
                    (i64.popcnt
                      (i64.xor
                        (i64.load (i32.add (local.get $codes) (local.get $word)))
                        (i64.load (i32.add (local.get $query) (local.get $word))))))))
              (local.set $word (i32.add (local.get $word) (i32.const 8)))
              (br_if $words (i32.lt_u (local.get $word) (local.get $codeBytes))))
            (i32.store16 (local.get $distances) (local.get $distance))
            (local.set $bin (i32.add (local.get $histogram) (i32.shl (local.get $distance) (i32.const 2))))
            (i32.store (local.get $bin) (i32.add (i32.load (local.get $bin)) (i32.const 1)))))
        (local.set $codes (i32.add (local.get $codes) (local.get $codeBytes)))
        (local.set $distances (i32.add (local.get $distances) (i32.const 2)))
        (if (local.get $allowed) (then (local.set $allowed (i32.add (local.get $allowed) (i32.const 1)))))
        (br $next))))

  ;; Numbers of the rows no farther than a distance, ascending, as u32 at `rows`; returns how many.
  (func (export "gather") (param $distances i32) (param $count i32) (param $farthest i32) (param $rows i32) (result i32)
    (local $row i32) (local $start i32)
    (local.set $start (local.get $rows))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $row) (local.get $count)))
        (if (i32.le_u (i32.load16_u (local.get $distances)) (local.get $farthest))
          (then
            (i32.store (local.get $rows) (local.get $row))
            (local.set $rows (i32.add (local.get $rows) (i32.const 4)))))
        (local.set $distances (i32.add (local.get $distances) (i32.const 2)))
        (local.set $row (i32.add (local.get $row) (i32.const 1)))
        (br $next)))
    (i32.shr_u (i32.sub (local.get $rows) (local.get $start)) (i32.const 2)))

  ;; Dot products of the int16 query with int8 rows, as i32 at `dots`.
  ;; rows: count x rowBytes int8, rowBytes a multiple of 16; query: rowBytes int16.
  (func (export "dots")
    (param $rows i32) (param $count i32) (param $rowBytes i32) (param $query i32) (param $dots i32)
    (local $end i32) (local $rowEnd i32) (local $part i32) (local $row v128) (local $sum v128)
    (local.set $end (i32.add (local.get $dots) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $dots) (local.get $end)))
        (local.set $sum (v128.const i32x4 0 0 0 0))
        (local.set $part (local.get $query))
        (local.set $rowEnd (i32.add (local.get $rows) (local.get $rowBytes)))
        (loop $parts
          (local.set $row (v128.load (local.get $rows)))
          (local.set $sum
            (i32x4.add (local.get $sum)
              (i32x4.add
                (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $row)) (v128.load (local.get $part)))
                (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $row)) (v128.load offset=16 (local.get $part))))))
          (local.set $part (i32.add (local.get $part) (i32.const 32)))
          (local.set $rows (i32.add (local.get $rows) (i32.const 16)))
          (br_if $parts (i32.lt_u (local.get $rows) (local.get $rowEnd))))
        (i32.store (local.get $dots)
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
            (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
        (local.set $dots (i32.add (local.get $dots) (i32.const 4)))
        (br $next)))))
