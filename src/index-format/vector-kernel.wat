;; Cosine scores of int8 rows, all of them, held in this module's memory.
;; Assembled by build/vector-kernel.ts into vector-kernel.wasm and vector-kernel-bytes.ts; a test assembles it again.
(module
  (memory (export "memory") 1)

  ;; Scores rows and notes those above a threshold:
  ;;   score = offset * queryOffset + dot(query, row) * scale * queryScale, in float64
  ;; rows: count x rowBytes int8, rowBytes a multiple of 32; query: rowBytes int16;
  ;; scales, offsets: float32 a row; allowed: a byte a row, 0 for rows to leave out, or address 0 for none;
  ;; hits: 16 bytes each, the row's number within this call as u32, and at byte 8 its score as float64.
  ;; Returns the number of hits, in order of rows.
  (func (export "scan")
    (param $rows i32) (param $count i32) (param $rowBytes i32) (param $query i32)
    (param $scales i32) (param $offsets i32) (param $allowed i32)
    (param $queryScale f64) (param $queryOffset f64) (param $threshold f64) (param $hits i32)
    (result i32)
    (local $row i32) (local $rowEnd i32) (local $part i32) (local $firstHit i32)
    (local $low v128) (local $high v128) (local $sum v128) (local $more v128) (local $score f64)
    (local.set $firstHit (local.get $hits))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $row) (local.get $count)))
        (local.set $rowEnd (i32.add (local.get $rows) (local.get $rowBytes)))
        (block $scored
          (if (local.get $allowed)
            (then
              (br_if $scored
                (i32.eqz (i32.load8_u (i32.add (local.get $allowed) (local.get $row)))))))
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
          (local.set $score
            (f64.add
              (f64.mul
                (f64.promote_f32 (f32.load (i32.add (local.get $offsets) (i32.shl (local.get $row) (i32.const 2)))))
                (local.get $queryOffset))
              (f64.mul
                (f64.mul
                  (f64.convert_i32_s
                    (i32.add
                      (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
                      (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
                  (f64.promote_f32 (f32.load (i32.add (local.get $scales) (i32.shl (local.get $row) (i32.const 2))))))
                (local.get $queryScale))))
          (br_if $scored (f64.le (local.get $score) (local.get $threshold)))
          (i32.store (local.get $hits) (local.get $row))
          (f64.store offset=8 (local.get $hits) (local.get $score))
          (local.set $hits (i32.add (local.get $hits) (i32.const 16))))
        (local.set $rows (local.get $rowEnd))
        (local.set $row (i32.add (local.get $row) (i32.const 1)))
        (br $next)))
    (i32.shr_u (i32.sub (local.get $hits) (local.get $firstHit)) (i32.const 4))))
