;; The inner loops of the vector ranking: cosines over int8 rows.

;; Makes the codes of rows: a bit a dimension, 1 for a number below 0, and what "estimate" and "sift" need beside them.
;; rows: count x rowBytes int8, rowBytes a multiple of 32, zeros past the dimensions;
;; codes: for every 16 rows, for every 8 dimensions, a byte a row; the first of `count` rows is the first of its 16;
;; tables: float32 a row each, `stride` bytes apart: scales, offsets, then estimates and margins, which are written:
;;   rest = sqrt(1 - offset^2), share = sum |row| * scale / (sqrt(dimensions) * rest), at most 1
;;   estimate = rest^2 / (sum |row| * scale), margin = rest * sqrt(1 / share^2 - 1) / sqrt(dimensions - 1)
(func (export "encodeRows")
  (param $rows i32) (param $count i32) (param $rowBytes i32) (param $dimensions i32)
  (param $codes i32) (param $tables i32) (param $stride i32)
  (local $row i32) (local $rowEnd i32) (local $code i32) (local $bits i32) (local $values v128) (local $sums v128)
  (local $slot i32) (local $length f32) (local $squared f32) (local $share f32)
  (block $done
    (loop $next
      (br_if $done (i32.ge_u (local.get $row) (local.get $count)))
      (local.set $code
        (i32.add
          (i32.add (local.get $codes)
            (i32.mul (i32.shr_u (local.get $row) (i32.const 4)) (i32.shl (local.get $rowBytes) (i32.const 1))))
          (i32.and (local.get $row) (i32.const 15))))
      (local.set $rowEnd (i32.add (local.get $rows) (local.get $rowBytes)))
      (local.set $sums (v128.const i32x4 0 0 0 0))
      (loop $parts
        (local.set $values (v128.load (local.get $rows)))
        (local.set $bits (i8x16.bitmask (local.get $values)))
        (i32.store8 (local.get $code) (local.get $bits))
        (i32.store8 offset=16 (local.get $code) (i32.shr_u (local.get $bits) (i32.const 8)))
        (local.set $sums
          (i32x4.add (local.get $sums)
            (i32x4.extadd_pairwise_i16x8_u (i16x8.extadd_pairwise_i8x16_u (i8x16.abs (local.get $values))))))
        (local.set $code (i32.add (local.get $code) (i32.const 32)))
        (local.set $rows (i32.add (local.get $rows) (i32.const 16)))
        (br_if $parts (i32.lt_u (local.get $rows) (local.get $rowEnd))))
      (local.set $slot (i32.add (local.get $tables) (i32.shl (local.get $row) (i32.const 2))))
      (local.set $length
        (f32.mul
          (f32.load (local.get $slot))
          (f32.convert_i32_s
            (i32.add
              (i32.add (i32x4.extract_lane 0 (local.get $sums)) (i32x4.extract_lane 1 (local.get $sums)))
              (i32.add (i32x4.extract_lane 2 (local.get $sums)) (i32x4.extract_lane 3 (local.get $sums)))))))
      (local.set $slot (i32.add (local.get $slot) (local.get $stride)))
      (local.set $squared (f32.load (local.get $slot)))
      (local.set $squared
        (f32.max (f32.const 0) (f32.sub (f32.const 1) (f32.mul (local.get $squared) (local.get $squared)))))
      (local.set $slot (i32.add (local.get $slot) (local.get $stride)))
      ;; A row without a direction of its own has none to estimate: its offset is its whole score.
      (if (i32.and (f32.gt (local.get $length) (f32.const 0)) (f32.gt (local.get $squared) (f32.const 0)))
        (then
          (local.set $share
            (f32.min (f32.const 1)
              (f32.div (local.get $length)
                (f32.sqrt (f32.mul (f32.convert_i32_u (local.get $dimensions)) (local.get $squared))))))
          (f32.store (local.get $slot) (f32.div (local.get $squared) (local.get $length)))
          (f32.store (i32.add (local.get $slot) (local.get $stride))
            (f32.sqrt
              (f32.div
                (f32.mul (local.get $squared)
                  (f32.sub (f32.div (f32.const 1) (f32.mul (local.get $share) (local.get $share))) (f32.const 1)))
                (f32.convert_i32_u (i32.sub (local.get $dimensions) (i32.const 1)))))))
        (else
          (f32.store (local.get $slot) (f32.const 0))
          (f32.store (i32.add (local.get $slot) (local.get $stride)) (f32.const 0))))
      (local.set $row (i32.add (local.get $row) (i32.const 1)))
      (br $next))))

;; Tables of what the signs of 4 dimensions add to a dot product, for every 4 dimensions of a query: 16 bytes, bit n of whose number
;; says that dimension n counts negative; each is (sum of |number| + dot product) * perUnit, rounded.
;; query: float32 a dimension; count: its dimensions, a multiple of 4.
(func (export "fillEntries") (param $query i32) (param $count i32) (param $perUnit f32) (param $entries i32)
  (local $end i32) (local $values v128) (local $pair v128) (local $c v128) (local $d v128)
  (local.set $end (i32.add (local.get $query) (i32.shl (local.get $count) (i32.const 2))))
  (loop $next
    (local.set $values (f32x4.mul (v128.load (local.get $query)) (f32x4.splat (local.get $perUnit))))
    (local.set $c (f32x4.splat (f32x4.extract_lane 2 (local.get $values))))
    (local.set $d (f32x4.splat (f32x4.extract_lane 3 (local.get $values))))
    (local.set $pair
      (f32x4.add
        (f32x4.mul (f32x4.splat (f32x4.extract_lane 0 (local.get $values))) (v128.const f32x4 1 -1 1 -1))
        (f32x4.mul (f32x4.splat (f32x4.extract_lane 1 (local.get $values))) (v128.const f32x4 1 1 -1 -1))))
    (local.set $values (f32x4.abs (local.get $values)))
    (local.set $pair
      (f32x4.add (local.get $pair)
        (f32x4.splat
          (f32.add
            (f32.add (f32x4.extract_lane 0 (local.get $values)) (f32x4.extract_lane 1 (local.get $values)))
            (f32.add (f32x4.extract_lane 2 (local.get $values)) (f32x4.extract_lane 3 (local.get $values)))))))
    (v128.store (local.get $entries)
      (i8x16.narrow_i16x8_u
        (i16x8.narrow_i32x4_s
          (i32x4.trunc_sat_f32x4_s (f32x4.nearest (f32x4.add (local.get $pair) (f32x4.add (local.get $c) (local.get $d)))))
          (i32x4.trunc_sat_f32x4_s (f32x4.nearest (f32x4.sub (local.get $pair) (f32x4.sub (local.get $c) (local.get $d))))))
        (i16x8.narrow_i32x4_s
          (i32x4.trunc_sat_f32x4_s (f32x4.nearest (f32x4.add (local.get $pair) (f32x4.sub (local.get $c) (local.get $d)))))
          (i32x4.trunc_sat_f32x4_s (f32x4.nearest (f32x4.sub (local.get $pair) (f32x4.add (local.get $c) (local.get $d))))))))
    (local.set $entries (i32.add (local.get $entries) (i32.const 16)))
    (local.set $query (i32.add (local.get $query) (i32.const 16)))
    (br_if $next (i32.lt_u (local.get $query) (local.get $end)))))

;; Estimates the scores of rows from their codes:
;;   score = offset * queryOffset + estimate * (sum * step - bias)
;; where sum adds up, for every 4 dimensions, the entry of a row's 4 bits in a table of 16 for these dimensions.
;; codes, tables, stride: as "encodeRows" takes them; count: rounded up to 16, so that the tables and scores need room past the last;
;; entries: 16 bytes for every 4 dimensions, of which four add up to at most 255; scores: float32 a row.
(func (export "estimate")
  (param $codes i32) (param $count i32) (param $rowBytes i32) (param $tables i32) (param $stride i32)
  (param $entries i32) (param $queryOffset f32) (param $step f32) (param $bias f32) (param $scores i32)
  (local $scoresEnd i32) (local $codesEnd i32) (local $entry i32) (local $estimates i32)
  (local $code v128) (local $more v128) (local $pair v128) (local $sums v128) (local $highs v128) (local $low v128)
  (local $queryOffsets v128) (local $steps v128) (local $biases v128)
  (local.set $low (v128.const i8x16 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15))
  (local.set $queryOffsets (f32x4.splat (local.get $queryOffset)))
  (local.set $steps (f32x4.splat (local.get $step)))
  (local.set $biases (f32x4.splat (local.get $bias)))
  (local.set $tables (i32.add (local.get $tables) (local.get $stride)))
  (local.set $estimates (i32.add (local.get $tables) (local.get $stride)))
  (local.set $scoresEnd (i32.add (local.get $scores) (i32.shl (local.get $count) (i32.const 2))))
  (block $done
    (loop $next
      (br_if $done (i32.ge_u (local.get $scores) (local.get $scoresEnd)))
      (local.set $codesEnd (i32.add (local.get $codes) (i32.shl (local.get $rowBytes) (i32.const 1))))
      (local.set $entry (local.get $entries))
      (local.set $sums (v128.const i32x4 0 0 0 0))
      (local.set $highs (v128.const i32x4 0 0 0 0))
      (loop $parts
        ;; sums takes the bytes of even rows plus 256 times those of odd rows, which are taken off below. Twice the same. Places in a
        ;; table are below 16, for which the relaxed swizzle does on every processor what the other does, and in one step.
        (local.set $code (v128.load (local.get $codes)))
        (local.set $more (v128.load offset=16 (local.get $codes)))
        (local.set $pair
          (i8x16.add
            (i8x16.add
              (i8x16.relaxed_swizzle (v128.load (local.get $entry)) (v128.and (local.get $code) (local.get $low)))
              (i8x16.relaxed_swizzle (v128.load offset=16 (local.get $entry)) (v128.and (i16x8.shr_u (local.get $code) (i32.const 4)) (local.get $low))))
            (i8x16.add
              (i8x16.relaxed_swizzle (v128.load offset=32 (local.get $entry)) (v128.and (local.get $more) (local.get $low)))
              (i8x16.relaxed_swizzle (v128.load offset=48 (local.get $entry)) (v128.and (i16x8.shr_u (local.get $more) (i32.const 4)) (local.get $low))))))
        (local.set $sums (i16x8.add (local.get $sums) (local.get $pair)))
        (local.set $highs (i16x8.add (local.get $highs) (i16x8.shr_u (local.get $pair) (i32.const 8))))
        (local.set $code (v128.load offset=32 (local.get $codes)))
        (local.set $more (v128.load offset=48 (local.get $codes)))
        (local.set $pair
          (i8x16.add
            (i8x16.add
              (i8x16.relaxed_swizzle (v128.load offset=64 (local.get $entry)) (v128.and (local.get $code) (local.get $low)))
              (i8x16.relaxed_swizzle (v128.load offset=80 (local.get $entry)) (v128.and (i16x8.shr_u (local.get $code) (i32.const 4)) (local.get $low))))
            (i8x16.add
              (i8x16.relaxed_swizzle (v128.load offset=96 (local.get $entry)) (v128.and (local.get $more) (local.get $low)))
              (i8x16.relaxed_swizzle (v128.load offset=112 (local.get $entry)) (v128.and (i16x8.shr_u (local.get $more) (i32.const 4)) (local.get $low))))))
        (local.set $sums (i16x8.add (local.get $sums) (local.get $pair)))
        (local.set $highs (i16x8.add (local.get $highs) (i16x8.shr_u (local.get $pair) (i32.const 8))))
        (local.set $entry (i32.add (local.get $entry) (i32.const 128)))
        (local.set $codes (i32.add (local.get $codes) (i32.const 64)))
        (br_if $parts (i32.lt_u (local.get $codes) (local.get $codesEnd))))
      (local.set $sums (i16x8.sub (local.get $sums) (i16x8.shl (local.get $highs) (i32.const 8))))
      (local.set $pair (i8x16.shuffle 0 1 16 17 2 3 18 19 4 5 20 21 6 7 22 23 (local.get $sums) (local.get $highs)))
      (local.set $code (i8x16.shuffle 8 9 24 25 10 11 26 27 12 13 28 29 14 15 30 31 (local.get $sums) (local.get $highs)))
      (v128.store (local.get $scores)
        (f32x4.add
          (f32x4.mul (v128.load (local.get $tables)) (local.get $queryOffsets))
          (f32x4.mul
            (v128.load (local.get $estimates))
            (f32x4.sub
              (f32x4.mul (f32x4.convert_i32x4_u (i32x4.extend_low_i16x8_u (local.get $pair))) (local.get $steps))
              (local.get $biases)))))
      (v128.store offset=16 (local.get $scores)
        (f32x4.add
          (f32x4.mul (v128.load offset=16 (local.get $tables)) (local.get $queryOffsets))
          (f32x4.mul
            (v128.load offset=16 (local.get $estimates))
            (f32x4.sub
              (f32x4.mul (f32x4.convert_i32x4_u (i32x4.extend_high_i16x8_u (local.get $pair))) (local.get $steps))
              (local.get $biases)))))
      (v128.store offset=32 (local.get $scores)
        (f32x4.add
          (f32x4.mul (v128.load offset=32 (local.get $tables)) (local.get $queryOffsets))
          (f32x4.mul
            (v128.load offset=32 (local.get $estimates))
            (f32x4.sub
              (f32x4.mul (f32x4.convert_i32x4_u (i32x4.extend_low_i16x8_u (local.get $code))) (local.get $steps))
              (local.get $biases)))))
      (v128.store offset=48 (local.get $scores)
        (f32x4.add
          (f32x4.mul (v128.load offset=48 (local.get $tables)) (local.get $queryOffsets))
          (f32x4.mul
            (v128.load offset=48 (local.get $estimates))
            (f32x4.sub
              (f32x4.mul (f32x4.convert_i32x4_u (i32x4.extend_high_i16x8_u (local.get $code))) (local.get $steps))
              (local.get $biases)))))
      (local.set $tables (i32.add (local.get $tables) (i32.const 64)))
      (local.set $estimates (i32.add (local.get $estimates) (i32.const 64)))
      (local.set $scores (i32.add (local.get $scores) (i32.const 64)))
      (br $next))))

;; The greatest score of every 64 rows. Rows that are not allowed, and those past the last, lose their score first.
;; scores: float32 a row, rounded up to 64; allowed: a byte a row, or address 0 for none; maxima: float32 for every 64.
(func (export "greatestOf64") (param $scores i32) (param $count i32) (param $allowed i32) (param $maxima i32)
  (local $row i32) (local $end i32) (local $at i32) (local $four v128)
  (local.set $end (i32.and (i32.add (local.get $count) (i32.const 63)) (i32.const -64)))
  (if (local.get $allowed)
    (then
      (loop $rows
        (if (i32.eqz (i32.load8_u (i32.add (local.get $allowed) (local.get $row))))
          (then
            (f32.store (i32.add (local.get $scores) (i32.shl (local.get $row) (i32.const 2))) (f32.const -inf))))
        (local.set $row (i32.add (local.get $row) (i32.const 1)))
        (br_if $rows (i32.lt_u (local.get $row) (local.get $count))))))
  (local.set $row (local.get $count))
  (block $filled
    (loop $rest
      (br_if $filled (i32.ge_u (local.get $row) (local.get $end)))
      (f32.store (i32.add (local.get $scores) (i32.shl (local.get $row) (i32.const 2))) (f32.const -inf))
      (local.set $row (i32.add (local.get $row) (i32.const 1)))
      (br $rest)))
  (local.set $end (i32.add (local.get $scores) (i32.shl (local.get $end) (i32.const 2))))
  (block $done
    (loop $next
      (br_if $done (i32.ge_u (local.get $scores) (local.get $end)))
      (local.set $four (v128.load (local.get $scores)))
      (local.set $at (i32.add (local.get $scores) (i32.const 16)))
      (local.set $scores (i32.add (local.get $scores) (i32.const 256)))
      (loop $fours
        (local.set $four (f32x4.pmax (local.get $four) (v128.load (local.get $at))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br_if $fours (i32.lt_u (local.get $at) (local.get $scores))))
      (f32.store (local.get $maxima)
        (f32.max
          (f32.max (f32x4.extract_lane 0 (local.get $four)) (f32x4.extract_lane 1 (local.get $four)))
          (f32.max (f32x4.extract_lane 2 (local.get $four)) (f32x4.extract_lane 3 (local.get $four)))))
      (local.set $maxima (i32.add (local.get $maxima) (i32.const 4)))
      (br $next))))

;; Notes the rows whose score may exceed a threshold: score + margin * spread > threshold.
;; scores, margins: float32 a row from the row of number `first` on, four of which may be past the last; numbers: u32 each. A row
;; that was noted loses its score. Returns how many were, in order of rows.
(func (export "sift")
  (param $scores i32) (param $margins i32) (param $first i32) (param $count i32)
  (param $spread f32) (param $threshold f32) (param $numbers i32)
  (result i32)
  (local $row i32) (local $at i32) (local $mask i32) (local $firstNumber i32) (local $spreads v128) (local $thresholds v128)
  (local.set $firstNumber (local.get $numbers))
  (local.set $spreads (f32x4.splat (local.get $spread)))
  (local.set $thresholds (f32x4.splat (local.get $threshold)))
  (block $done
    (loop $next
      (br_if $done (i32.ge_u (local.get $row) (local.get $count)))
      (local.set $mask
        (i32x4.bitmask
          (f32x4.gt
            (f32x4.add
              (v128.load (local.get $scores))
              (f32x4.mul (v128.load (local.get $margins)) (local.get $spreads)))
            (local.get $thresholds))))
      (block $noted
        (loop $lanes
          (br_if $noted (i32.eqz (local.get $mask)))
          (local.set $at (i32.add (local.get $row) (i32.ctz (local.get $mask))))
          (local.set $mask (i32.and (local.get $mask) (i32.sub (local.get $mask) (i32.const 1))))
          (br_if $noted (i32.ge_u (local.get $at) (local.get $count)))
          (i32.store (local.get $numbers) (i32.add (local.get $first) (local.get $at)))
          (f32.store
            (i32.add (local.get $scores) (i32.shl (i32.sub (local.get $at) (local.get $row)) (i32.const 2)))
            (f32.const -inf))
          (local.set $numbers (i32.add (local.get $numbers) (i32.const 4)))
          (br $lanes)))
      (local.set $scores (i32.add (local.get $scores) (i32.const 16)))
      (local.set $margins (i32.add (local.get $margins) (i32.const 16)))
      (local.set $row (i32.add (local.get $row) (i32.const 4)))
      (br $next)))
  (i32.shr_u (i32.sub (local.get $numbers) (local.get $firstNumber)) (i32.const 2)))

;; Scores rows and notes those that reach a threshold:
;;   score = offset * queryOffset + dot(query, row) * scale * queryScale, in float64
;; rows: count x rowBytes int8, rowBytes a multiple of 32; query: rowBytes int16;
;; numbers: u32 a row, its place in scales and offsets, which are float32 each, or address 0 where these begin with the first row;
;; hits: 16 bytes each, the row's number as u32, and at byte 8 its score as float64.
;; Returns the number of hits, in order of rows.
(func (export "scan")
  (param $rows i32) (param $count i32) (param $rowBytes i32) (param $query i32)
  (param $numbers i32) (param $scales i32) (param $offsets i32)
  (param $queryScale f64) (param $queryOffset f64) (param $threshold f64) (param $hits i32)
  (result i32)
  (local $row i32) (local $number i32) (local $rowEnd i32) (local $part i32) (local $firstHit i32)
  (local $low v128) (local $high v128) (local $sum v128) (local $more v128) (local $score f64)
  (local.set $firstHit (local.get $hits))
  (block $done
    (loop $next
      (br_if $done (i32.ge_u (local.get $row) (local.get $count)))
      (local.set $rowEnd (i32.add (local.get $rows) (local.get $rowBytes)))
      (block $scored
        (local.set $sum (v128.const i32x4 0 0 0 0))
        (local.set $more (v128.const i32x4 0 0 0 0))
        (local.set $part (local.get $query))
        (loop $parts
          (local.set $low (v128.load (local.get $rows)))
          (local.set $high (v128.load offset=16 (local.get $rows)))
          (local.set $sum
            (i32x4.add (local.get $sum)
              (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $low)) (v128.load (local.get $part)))))
          (local.set $more
            (i32x4.add (local.get $more)
              (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $low)) (v128.load offset=16 (local.get $part)))))
          (local.set $sum
            (i32x4.add (local.get $sum)
              (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $high)) (v128.load offset=32 (local.get $part)))))
          (local.set $more
            (i32x4.add (local.get $more)
              (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $high)) (v128.load offset=48 (local.get $part)))))
          (local.set $part (i32.add (local.get $part) (i32.const 64)))
          (local.set $rows (i32.add (local.get $rows) (i32.const 32)))
          (br_if $parts (i32.lt_u (local.get $rows) (local.get $rowEnd))))
        (local.set $sum (i32x4.add (local.get $sum) (local.get $more)))
        (local.set $number (local.get $row))
        (if (local.get $numbers)
          (then
            (local.set $number (i32.load (i32.add (local.get $numbers) (i32.shl (local.get $row) (i32.const 2)))))))
        (local.set $score
          (f64.add
            (f64.mul
              (f64.promote_f32 (f32.load (i32.add (local.get $offsets) (i32.shl (local.get $number) (i32.const 2)))))
              (local.get $queryOffset))
            (f64.mul
              (f64.mul
                (f64.convert_i32_s
                  (i32.add
                    (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
                    (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
                (f64.promote_f32 (f32.load (i32.add (local.get $scales) (i32.shl (local.get $number) (i32.const 2))))))
              (local.get $queryScale))))
        (br_if $scored (f64.lt (local.get $score) (local.get $threshold)))
        (i32.store (local.get $hits) (local.get $number))
        (f64.store offset=8 (local.get $hits) (local.get $score))
        (local.set $hits (i32.add (local.get $hits) (i32.const 16))))
      (local.set $rows (local.get $rowEnd))
      (local.set $row (i32.add (local.get $row) (i32.const 1)))
      (br $next)))
  (i32.shr_u (i32.sub (local.get $hits) (local.get $firstHit)) (i32.const 4)))
